package dev.waybill.app.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.agents.conformance.SideEffectNode;
import dev.waybill.agents.model.mock.MockPrograms;
import dev.waybill.app.reliability.Spawned;
import dev.waybill.engine.state.HandOver;
import dev.waybill.engine.state.ReviewFold;
import dev.waybill.journal.Event;
import dev.waybill.journal.store.EventPages;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.store.sqlite.SqliteStore;
import dev.waybill.testkit.Seeds;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Loops of agents, played here and done again in another JVM, from every one of their events; and branched there from
/// every one of them.
/// Ten times as many: `-Dwaybill.campaign=10`.
class RandomLoopsTest {

    private static final int LOOPS = 12 * Math.max(1, Integer.getInteger("waybill.campaign", 1));

    private static final int MOST_LOOPS = 10 * LOOPS;

    private static final String CRITIC = "a critic's run";
    private static final String OWN_WORK = "a critic's run over a decision";
    private static final List<String> NEEDED = List.of(
            CRITIC,
            OWN_WORK,
            "runOrchestrator.decided",
            "core.workflowChain.event",
            "core.workflowChain.confidence-escalated",
            "provider.usage",
            "memory.written",
            "workspace.updated",
            "agent.toolCalled",
            "agent.toolReturned",
            "agent.verified",
            "cap.breached",
            "node.retried",
            "node.failed",
            "interrupt.resolved");

    @TempDir
    Path folder;

    @AfterEach
    void forget() {
        MockPrograms.here().clear();
    }

    @Test
    void everyLoopComesOutTheSameInAnotherProcessFromEveryEvent() throws Exception {
        long seed = Long.getLong("waybill.seed", 1);
        long runs;
        try (RunStore store = SqliteStore.open(folder)) {
            Random random = Seeds.random(seed);
            Stage stage = new Stage(store, random, Instant.parse("2026-11-17T10:00:00Z"));
            RandomLoops loops = new RandomLoops(random, stage);
            // A loop in which nothing happens proves nothing: they are played until everything has happened.
            for (int loop = 0; loop < LOOPS || (!seen(store).containsAll(NEEDED) && loop < MOST_LOOPS); loop++) {
                loops.play();
            }
            stage.close();
            assertThat(seen(store)).containsAll(NEEDED);
            runs = store.runs(RunQuery.all(10_000)).size();
        }
        long effects = SideEffectNode.done();
        try (Spawned other = Spawned.start(
                folder, new LinkedHashMap<>(), new LinkedHashMap<>(), RepeatedElsewhere.class, folder.toString())) {
            assertThat(other.process().waitFor()).as(other.words()).isZero();
            assertThat(other.said("repeated"))
                    .singleElement()
                    .satisfies(said -> assertThat(said).startsWith(runs + " runs, "));
            System.out.println(
                    "seed " + seed + ": repeated " + other.said("repeated").getFirst());
        }
        assertThat(SideEffectNode.done()).isEqualTo(effects);
    }

    /// The types of all events, and that a critic was a run.
    private static Set<String> seen(RunStore store) {
        Set<String> seen = new TreeSet<>();
        for (StoredRun run : store.runs(RunQuery.all(10_000))) {
            EventPages events = new EventPages(store, run.header().runId());
            while (events.hasNext()) {
                Event event = events.next();
                seen.add(event.type());
                if (event.hidden().has(HandOver.BY_CRITIC)) {
                    seen.add(CRITIC);
                }
                if (event.hidden().has(ReviewFold.OWN_WORK)) {
                    seen.add(OWN_WORK);
                }
            }
        }
        return seen;
    }
}
