package dev.waybill.simulator;

import static dev.waybill.simulator.TestAppend.append;
import static dev.waybill.simulator.TestAppend.newRun;
import static dev.waybill.simulator.TestRuns.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.journal.document.Shelf;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.journal.store.Transaction;
import dev.waybill.testkit.Seeds;
import org.junit.jupiter.api.Test;

/// Faults happen when asked for, and only at the line: the data stays whole.
class FaultyStoreTest {

    private final ModelStore model = new ModelStore();

    @Test
    void aRefusedCommitDidNotHappenAndSaysSo() {
        FaultyStore store = with(Fault.REFUSED);
        assertFails(store, newRun(id(1)).alone(), false);
        assertThat(model.run(id(1))).isEmpty();
        assertThat(store.commit(newRun(id(1)).alone())).isEqualTo(Commit.DONE);
    }

    @Test
    void aLostAnswerLeavesTheCommitDone() {
        FaultyStore store = with(Fault.ANSWER_LOST);
        assertFails(store, newRun(id(1)).events(2).alone(), true);
        assertThat(store.run(id(1)).map(StoredRun::head)).hasValue(2L);
    }

    @Test
    void aTransactionThatArrivesTwiceIsDoneOnce() {
        FaultyStore store = with(Fault.TWICE);
        assertThat(store.commit(newRun(id(1)).events(2).alone())).isEqualTo(Commit.DONE);
        assertThat(model.events(id(1), 0, 9)).hasSize(2);
    }

    @Test
    void aLateTransactionArrivesBeforeTheNext() {
        FaultyStore store = with(Fault.LATE);
        assertFails(store, newRun(id(1)).events(2).alone(), true);
        assertThat(store.run(id(1))).isEmpty();
        assertThat(store.commit(newRun(id(1)).events(1).alone())).isEqualTo(new Commit.Lost(id(1), 2));
    }

    @Test
    void aLateTransactionCanBeLetIn() {
        FaultyStore store = with(Fault.LATE);
        assertFails(store, newRun(id(1)).events(2).alone(), true);
        store.arrive();
        store.arrive();
        assertThat(store.run(id(1)).map(StoredRun::head)).hasValue(2L);
    }

    @Test
    void whoReadsAfterAnUnclearAnswerGetsEveryEventInOnce() {
        Seeds.check(20, random -> {
            FaultyStore store = new FaultyStore(new ModelStore(), FaultScript.seeded(random, 0.4));
            stubbornly(() -> store.run(id(1)).isPresent()
                    || store.commit(newRun(id(1)).alone()).equals(Commit.DONE));
            for (int head = 0; head < 30; head++) {
                long expected = head;
                stubbornly(() -> store.run(id(1)).orElseThrow().head() > expected
                        || store.commit(append(id(1), expected).events(1).alone())
                                .equals(Commit.DONE));
            }
            assertThat(store.count(Fault.LATE) + store.count(Fault.ANSWER_LOST)).isPositive();
            stubbornly(() -> store.events(id(1), 0, 99).size() == 30);
        });
    }

    @Test
    void filesAndMemoryLieBehindTheSameLine() {
        FaultyStore store = new FaultyStore(model, _ -> Fault.REFUSED);
        Shelf shelf = Shelf.workspace("acme");
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> store.documents().mark(shelf));
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> store.memories().scopes("acme"));
    }

    private interface Attempt {
        boolean isDone();
    }

    private static void stubbornly(Attempt attempt) {
        for (int i = 0; i < 100; i++) {
            try {
                if (attempt.isDone()) {
                    return;
                }
            } catch (StoreException e) {
                assertThat(e.problem().code()).isEqualTo("store_unreachable");
            }
        }
        throw new AssertionError("not done after 100 attempts");
    }

    private FaultyStore with(Fault... faults) {
        return new FaultyStore(model, FaultScript.forCommits(faults));
    }

    private static void assertFails(FaultyStore store, Transaction transaction, boolean ambiguous) {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> store.commit(transaction))
                .satisfies(e -> assertThat(e.isAmbiguous()).isEqualTo(ambiguous));
    }
}
