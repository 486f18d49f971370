package dev.waybill.app.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.agents.conformance.SideEffectNode;
import dev.waybill.agents.model.mock.MockPrograms;
import dev.waybill.app.reliability.Spawned;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.store.EventPages;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Loops of agents, played here and done again in another JVM, from every one of their events.
/// Ten times as many: `-Dwaybill.campaign=10`.
class RandomLoopsTest {

    private static final int LOOPS = 25 * Math.max(1, Integer.getInteger("waybill.campaign", 1));

    @TempDir
    Path folder;

    @AfterEach
    void forget() {
        MockPrograms.here().clear();
    }

    @Test
    void everyLoopComesOutTheSameInAnotherProcessFromEveryEvent() throws Exception {
        long seed = Long.getLong("waybill.seed", 1);
        Set<String> types = new TreeSet<>();
        Set<String> failures = new TreeSet<>();
        long runs;
        try (RunStore store = SqliteStore.open(folder)) {
            Random random = new Random(seed);
            Stage stage = new Stage(store, random, Instant.parse("2026-11-17T10:00:00Z"));
            RandomLoops loops = new RandomLoops(random, stage);
            for (int loop = 0; loop < LOOPS; loop++) {
                loops.play();
            }
            stage.close();
            for (StoredRun run : store.runs(RunQuery.all(10_000))) {
                EventPages events = new EventPages(store, run.header().runId());
                while (events.hasNext()) {
                    Event event = events.next();
                    types.add(event.type());
                    if (event.fact() instanceof NodeFact.NodeFailed failed) {
                        failures.add(failed.nodeId() + ": " + failed.error().message());
                    }
                }
            }
            runs = store.runs(RunQuery.all(10_000)).size();
        }
        // A loop that did nothing would prove nothing.
        assertThat(types)
                .as(() -> "failures: " + failures)
                .contains(
                        "runOrchestrator.decided",
                        "core.workflowChain.event",
                        "core.workflowChain.confidence-escalated",
                        "provider.usage",
                        "memory.written",
                        "node.retried",
                        "node.failed",
                        "interrupt.resolved");
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
}
