package dev.waybill.simulator;

import static dev.waybill.simulator.TestAppend.append;
import static dev.waybill.simulator.TestAppend.newRun;
import static dev.waybill.simulator.TestRuns.at;
import static dev.waybill.simulator.TestRuns.event;
import static dev.waybill.simulator.TestRuns.events;
import static dev.waybill.simulator.TestRuns.header;
import static dev.waybill.simulator.TestRuns.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.Growth;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.Projection;
import dev.waybill.journal.store.RunHead;
import dev.waybill.journal.store.StoredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// One run's log: dense, at an expected head, byte for byte.
interface EventLogContract extends StoreUnderTest {

    RunId RUN = id(1);

    @Test
    default void aNewRunHasItsHeaderAndNobodyOwnsIt() {
        Commit done = store().commit(newRun(RUN).events(2).alone());
        assertThat(done).isEqualTo(Commit.DONE);
        assertThat(stored(RUN)).isEqualTo(new StoredRun(header(RUN), 2, TestRuns.waiting(), null, null, 0, false));
    }

    @Test
    default void aRunMayBeCreatedWithoutEvents() {
        assertThat(store().commit(newRun(RUN).alone())).isEqualTo(Commit.DONE);
        assertThat(stored(RUN).head()).isZero();
        assertThat(log(RUN)).isEmpty();
    }

    @Test
    default void aRunMayBeBornWithAnOwner() {
        ProcessId me = new ProcessId("me");
        store().commit(newRun(RUN).ownedBy(me, 1).events(1).startedBy(me).alone());
        assertThat(stored(RUN).owner()).isEqualTo(me);
        assertThat(stored(RUN).startedBy()).isEqualTo(me);
        assertThat(stored(RUN).epoch()).isEqualTo(1);
        assertThat(store().commit(append(RUN, 1).ownedBy(me, 1).events(1).alone()))
                .isEqualTo(Commit.DONE);
    }

    @Test
    default void headsTellHowFarEachRunHasComeAndLeaveOutWhatIsNotThere() {
        RunId ended = id(2);
        store().commit(newRun(RUN).events(3).alone());
        store().commit(newRun(ended)
                .events(1)
                .projection(new Projection(RunStatus.FAILED, false, null, null, at(1)))
                .alone());
        store().commit(newRun(id(4)).events(1).alone());
        assertThat(store().heads(List.of(RUN, ended, id(3))))
                .containsExactlyInAnyOrder(new RunHead(RUN, 3, false, false), new RunHead(ended, 1, true, false));
        assertThat(store().heads(List.of())).isEmpty();
        store().prune(ended);
        assertThat(elsewhere().heads(List.of(ended))).containsExactly(new RunHead(ended, 1, true, true));
    }

    @Test
    default void whatGrewSinceAMarkIsTold() {
        store().commit(newRun(RUN).events(1).alone());
        long present = store().grown(-1, 100).mark();
        assertThat(store().grown(present, 100).runs()).isEmpty();
        store().commit(newRun(id(2)).events(2).alone());
        elsewhere().commit(append(RUN, 1).events(1).alone());
        elsewhere().commit(append(RUN, 2).events(1).alone());
        Growth grown = store().grown(present, 100);
        assertThat(grown.whole()).isTrue();
        assertThat(grown.runs()).containsExactlyInAnyOrder(stored(RUN), stored(id(2)));
        assertThat(store().grown(grown.mark(), 100).runs()).isEmpty();
    }

    @Test
    default void whoAsksForMoreThanIsLookedAtIsToldToLookAnew() {
        long begin = store().grown(-1, 100).mark();
        store().commit(newRun(RUN).events(11).alone());
        Growth grown = store().grown(begin, 10);
        assertThat(grown.whole()).isFalse();
        assertThat(grown.runs()).isEmpty();
        store().commit(append(RUN, 11).events(1).alone());
        assertThat(store().grown(grown.mark(), 10).runs()).containsExactly(stored(RUN));
    }

    @Test
    default void aMarkThatWasNeverGivenIsNoneOfThisStore() {
        store().commit(newRun(RUN).events(1).alone());
        assertThat(store().grown(Long.MAX_VALUE - 1, 100).whole()).isFalse();
    }

    @Test
    default void theLastEventsOfRunsAreFoundTogether() {
        store().commit(newRun(RUN).events(3).alone());
        store().commit(newRun(id(2)).events(1).alone());
        store().commit(newRun(id(3)).alone());
        Map<RunId, StoredEvent> last = store().lastEvents(List.of(stored(RUN), stored(id(2)), stored(id(3))));
        assertThat(last).containsOnlyKeys(RUN, id(2));
        assertThat(last.get(RUN)).usingRecursiveComparison().isEqualTo(log(RUN).getLast());
        assertThat(last.get(id(2)))
                .usingRecursiveComparison()
                .isEqualTo(log(id(2)).getLast());
    }

    @Test
    default void anUnknownRunHasNoEventsAndIsNotThere() {
        assertThat(store().run(RUN)).isEmpty();
        assertThat(log(RUN)).isEmpty();
        assertThat(store().commit(append(RUN, 0).events(1).alone())).isEqualTo(new Commit.Lost(RUN, -1));
    }

    @Test
    default void aRunIsCreatedOnce() {
        store().commit(newRun(RUN).events(3).alone());
        assertThat(store().commit(newRun(RUN).events(1).alone())).isEqualTo(new Commit.Lost(RUN, 3));
        assertThat(stored(RUN).head()).isEqualTo(3);
    }

    @Test
    default void appendsFollowEachOther() {
        store().commit(newRun(RUN).events(2).alone());
        assertThat(store().commit(append(RUN, 2).events(3).alone())).isEqualTo(Commit.DONE);
        assertThat(store().commit(append(RUN, 5).events(1).alone())).isEqualTo(Commit.DONE);
        assertThat(stored(RUN).head()).isEqualTo(6);
        assertThat(AnswerText.of(log(RUN))).isEqualTo(AnswerText.of(events(RUN.value(), 0, 6)));
    }

    @Test
    default void whoExpectsAnOlderHeadLosesAndLearnsTheNewOne() {
        store().commit(newRun(RUN).events(2).alone());
        store().commit(append(RUN, 2).events(1).alone());
        Commit lost =
                store().commit(append(RUN, 2).events(events("loser", 2, 1)).alone());
        assertThat(lost).isEqualTo(new Commit.Lost(RUN, 3));
        assertThat(AnswerText.of(log(RUN))).isEqualTo(AnswerText.of(events(RUN.value(), 0, 3)));
    }

    @Test
    default void whoExpectsALaterHeadLosesToo() {
        store().commit(newRun(RUN).events(2).alone());
        assertThat(store().commit(append(RUN, 3).events(1).alone())).isEqualTo(new Commit.Lost(RUN, 2));
        assertThat(stored(RUN).head()).isEqualTo(2);
    }

    @Test
    default void anAppendWithoutEventsChecksTheHeadAndChangesTheProjection() {
        store().commit(newRun(RUN).events(2).alone());
        Projection paused = new Projection(RunStatus.PAUSED, false, at(60), "später", at(5));
        assertThat(store().commit(append(RUN, 1).projection(paused).alone())).isEqualTo(new Commit.Lost(RUN, 2));
        assertThat(stored(RUN).projection()).isEqualTo(TestRuns.waiting());
        assertThat(store().commit(append(RUN, 2).projection(paused).alone())).isEqualTo(Commit.DONE);
        assertThat(stored(RUN).projection()).isEqualTo(paused);
    }

    @Test
    default void everyStatusIsKept() {
        store().commit(newRun(RUN).alone());
        for (RunStatus status : RunStatus.values()) {
            Projection projection =
                    new Projection(status, false, null, null, at(status.wire().length()));
            store().commit(append(RUN, 0).projection(projection).alone());
            assertThat(stored(RUN).projection()).isEqualTo(projection);
        }
    }

    @Test
    default void readsBeginAndEndWhereAsked() {
        store().commit(newRun(RUN).events(10).alone());
        assertThat(AnswerText.of(store().events(RUN, 3, 4))).isEqualTo(AnswerText.of(events(RUN.value(), 3, 4)));
        assertThat(AnswerText.of(store().events(RUN, 8, 4))).isEqualTo(AnswerText.of(events(RUN.value(), 8, 2)));
        assertThat(store().events(RUN, 10, 4)).isEmpty();
        assertThat(store().events(RUN, 99, 4)).isEmpty();
    }

    @Test
    default void bytesComeBackAsTheyWere() {
        byte[] anything = new byte[256];
        for (int i = 0; i < anything.length; i++) {
            anything[i] = (byte) i;
        }
        StoredEvent odd = new StoredEvent(0, "vendor.ü.🚚", "a'b\"c%_\\", anything, anything);
        store().commit(newRun(RUN).events(List.of(odd)).alone());
        assertThat(AnswerText.of(log(RUN))).isEqualTo(AnswerText.of(List.of(odd)));
        assertThat(log(RUN).getFirst().publicPart()).isEqualTo(anything);
    }

    @Test
    default void anEventMayBeLarge() {
        byte[] megabyte = new byte[1 << 20];
        new Random(7).nextBytes(megabyte);
        StoredEvent large = new StoredEvent(0, "node.completed", null, megabyte, megabyte);
        store().commit(newRun(RUN).events(List.of(large, event("small", 1))).alone());
        assertThat(log(RUN).getFirst().publicPart()).isEqualTo(megabyte);
        assertThat(log(RUN).getFirst().privatePart()).isEqualTo(megabyte);
        assertThat(log(RUN)).hasSize(2);
    }

    @Test
    default void oneTransactionMayHoldThousandsOfEvents() {
        int count = 5_000;
        store().commit(newRun(RUN).events(count).alone());
        List<StoredEvent> read = new ArrayList<>();
        while (read.size() < stored(RUN).head()) {
            read.addAll(store().events(RUN, read.size(), 999));
        }
        assertThat(AnswerText.of(read)).isEqualTo(AnswerText.of(events(RUN.value(), 0, count)));
    }

    @Test
    default void runsDoNotMix() {
        store().commit(newRun(id(1)).events(3).alone());
        store().commit(newRun(id(2)).events(4).alone());
        store().commit(append(id(1), 3).events(2).alone());
        assertThat(AnswerText.of(log(id(1)))).isEqualTo(AnswerText.of(events(id(1).value(), 0, 5)));
        assertThat(AnswerText.of(log(id(2)))).isEqualTo(AnswerText.of(events(id(2).value(), 0, 4)));
    }

    /// What a replay writes is its source's log again, event ids included.
    @Test
    default void anEventIsKnownByItsRunAndPlaceAloneNotByItsId() {
        StoredEvent event =
                new StoredEvent(0, "run.started", null, TestRuns.bytes("{\"eventId\":\"evt_1\"}"), new byte[0]);
        store().commit(newRun(id(1)).events(List.of(event)).alone());
        assertThat(store().commit(newRun(id(2)).events(List.of(event)).alone())).isEqualTo(Commit.DONE);
        assertThat(AnswerText.of(log(id(2)))).isEqualTo(AnswerText.of(log(id(1))));
    }

    @Test
    default void aStoreSaysWhereItIs() {
        assertThat(store().describe()).isNotBlank();
    }
}
