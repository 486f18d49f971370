package dev.waybill.simulator;

import static dev.waybill.simulator.TestAppend.append;
import static dev.waybill.simulator.TestAppend.newRun;
import static dev.waybill.simulator.TestAppend.together;
import static dev.waybill.simulator.TestRuns.fork;
import static dev.waybill.simulator.TestRuns.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.RunId;
import dev.waybill.journal.Segment;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.Commit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Forks share their source's events instead of copying them, and read as if they had.
interface ForkContract extends StoreUnderTest {

    RunId A = id(1);
    RunId B = id(2);
    RunId C = id(3);

    @Test
    default void aForkReadsItsPrefixLikeItsOwn() {
        store().commit(newRun(A).events(10).alone());
        assertThat(store().commit(
                                newRun(fork(B, A, new Segment(A, 4))).events(3).alone()))
                .isEqualTo(Commit.DONE);
        assertThat(stored(B).head()).isEqualTo(7);
        assertThat(stored(B).header()).isEqualTo(fork(B, A, new Segment(A, 4)));
        assertThat(AnswerText.of(log(B))).isEqualTo(AnswerText.of(history(A, 4, B, 7)));
    }

    @Test
    default void sourceAndForkGrowApart() {
        store().commit(newRun(A).events(5).alone());
        store().commit(newRun(fork(B, A, new Segment(A, 5))).alone());
        store().commit(append(A, 5).events(3).alone());
        assertThat(log(B)).hasSize(5);
        store().commit(append(B, 5).events(2).alone());
        assertThat(AnswerText.of(log(A))).isEqualTo(AnswerText.of(history(A, 8)));
        assertThat(AnswerText.of(log(B))).isEqualTo(AnswerText.of(history(A, 5, B, 7)));
    }

    @Test
    default void aForkOfAForkReadsThroughBoth() {
        forksOfForks();
        assertThat(AnswerText.of(log(C))).isEqualTo(AnswerText.of(history(A, 4, B, 7, C, 10)));
    }

    @Test
    default void aReadMayBeginAndEndAnywhere() {
        forksOfForks();
        List<StoredEvent> whole = history(A, 4, B, 7, C, 10);
        for (int from = 0; from <= whole.size(); from++) {
            for (int limit = 1; limit <= whole.size(); limit++) {
                List<StoredEvent> expected = whole.subList(from, Math.min(whole.size(), from + limit));
                assertThat(AnswerText.of(store().events(C, from, limit)))
                        .as("%d events from %d", limit, from)
                        .isEqualTo(AnswerText.of(expected));
            }
        }
    }

    private void forksOfForks() {
        store().commit(newRun(A).events(6).alone());
        store().commit(newRun(fork(B, A, new Segment(A, 4))).events(5).alone());
        store().commit(newRun(fork(C, B, new Segment(A, 4), new Segment(B, 7)))
                .events(3)
                .alone());
    }

    @Test
    default void aForkOfAForkMayEndInsideTheFirstPrefix() {
        store().commit(newRun(A).events(6).alone());
        store().commit(newRun(fork(B, A, new Segment(A, 4))).events(2).alone());
        store().commit(newRun(fork(C, B, new Segment(A, 2))).events(1).alone());
        assertThat(AnswerText.of(log(C))).isEqualTo(AnswerText.of(history(A, 2, C, 3)));
    }

    @Test
    default void aForkFromTheBeginningSharesNothing() {
        store().commit(newRun(A).events(6).alone());
        store().commit(newRun(fork(B, A)).events(2).alone());
        assertThat(AnswerText.of(log(B))).isEqualTo(AnswerText.of(history(B, 2)));
    }

    @Test
    default void sixteenSegmentsReadAsOneLog() {
        List<Object> ends = new ArrayList<>();
        List<Segment> prefix = new ArrayList<>();
        for (int i = 1; i <= 17; i++) {
            Segment[] shared = prefix.toArray(Segment[]::new);
            store().commit(newRun(i == 1 ? TestRuns.header(id(1)) : fork(id(i), id(i - 1), shared))
                    .events(3)
                    .alone());
            ends.add(id(i));
            ends.add(i * 2);
            prefix.add(new Segment(id(i), i * 2L));
        }
        ends.set(ends.size() - 1, 16 * 2 + 3);
        assertThat(AnswerText.of(log(id(17)))).isEqualTo(AnswerText.of(history(ends.toArray())));
    }

    @Test
    default void aForkMayShareEventsOfItsOwnTransaction() {
        store().commit(newRun(A).events(1).alone());
        assertThat(store().commit(together(
                        append(A, 1).events(1),
                        newRun(fork(B, A, new Segment(A, 2))).events(1))))
                .isEqualTo(Commit.DONE);
        assertThat(AnswerText.of(log(B))).isEqualTo(AnswerText.of(history(A, 2, B, 3)));
    }

    @Test
    default void whatIsNotThereCannotBeShared() {
        store().commit(newRun(A).events(3).alone());
        assertThat(store().commit(newRun(fork(B, A, new Segment(A, 4))).alone()))
                .isEqualTo(new Commit.Lost(A, 3));
        assertThat(store().commit(newRun(fork(B, C, new Segment(C, 1))).alone()))
                .isEqualTo(new Commit.Lost(C, -1));
        assertThat(store().run(B)).isEmpty();
    }

    @Test
    default void aSegmentNamesTheRunThatWroteTheEvents() {
        store().commit(newRun(A).events(3).alone());
        store().commit(newRun(fork(B, A, new Segment(A, 2))).events(3).alone());
        assertThat(store().commit(newRun(fork(C, B, new Segment(B, 4))).alone()))
                .isEqualTo(new Commit.Lost(B, 5));
    }

    @Test
    default void aPrunedSourceCannotBeForked() {
        store().commit(newRun(A).events(3).projection(TestRuns.ended()).alone());
        assertThat(store().prune(A)).isTrue();
        assertThat(store().commit(newRun(fork(B, A, new Segment(A, 2))).alone()))
                .isEqualTo(new Commit.Lost(A, 3));
    }

    @Test
    default void aForkThatIsWrongInItselfIsToldSoBeforeItsSourceIsLookedFor() {
        RunId fork = id(50);
        assertThat(store().commit(newRun(fork(fork, id(51), new Segment(id(51), 1)))
                        .receipts(TestRuns.step(fork, 1, 0))
                        .alone()))
                .isEqualTo(new Commit.Lost(fork, -1));
    }

    @Test
    default void theHeadOfAForkCountsItsPrefix() {
        store().commit(newRun(A).events(3).alone());
        store().commit(newRun(fork(B, A, new Segment(A, 2))).alone());
        assertThat(store().commit(append(B, 0).events(1).alone())).isEqualTo(new Commit.Lost(B, 2));
        assertThat(store().commit(append(B, 2).events(1).alone())).isEqualTo(Commit.DONE);
    }

    /// Pairs of a run and where its events end.
    private static List<StoredEvent> history(Object... ends) {
        List<StoredEvent> history = new ArrayList<>();
        for (int i = 0; i < ends.length; i += 2) {
            int count = (int) ends[i + 1] - history.size();
            history.addAll(TestRuns.events(ends[i].toString(), history.size(), count));
        }
        return history;
    }
}
