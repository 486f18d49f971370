package dev.waybill.simulator;

import static dev.waybill.simulator.TestAppend.newRun;
import static dev.waybill.simulator.TestRuns.at;
import static dev.waybill.simulator.TestRuns.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.Latch;
import dev.waybill.journal.store.LatchKey;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// What happens once in a whole cluster, together with what it leads to.
interface LatchContract extends StoreUnderTest {

    LatchKey NIGHTLY = new LatchKey("trigger", "acme", "nightly/größe");

    private static Transaction creating(int number, Latch latch) {
        Transaction run = newRun(id(number)).events(1).alone();
        return new Transaction(
                run.appends(), List.of(), List.of(), null, List.of(), List.of(), List.of(), List.of(latch));
    }

    @Test
    default void aLatchIsReadAsItWasWritten() {
        assertThat(store().latches().find(NIGHTLY)).isEmpty();
        assertThat(store().latches().list("trigger")).isEmpty();
        Latch first = Latch.first(NIGHTLY, "{\"due\":\"größe\"}", at(5));
        assertThat(store().commit(Transaction.of(first))).isEqualTo(Commit.DONE);
        assertThat(elsewhere().latches().find(NIGHTLY)).hasValue(first);
        assertThat(later().latches().list("trigger")).containsExactly(first);
    }

    @Test
    default void latchesOfAKindAreListedByTenantAndName() {
        Latch b = Latch.first(new LatchKey("trigger", "acme", "b"), "", at(1));
        Latch a = Latch.first(new LatchKey("trigger", "acme", "a"), "", at(2));
        Latch other = Latch.first(new LatchKey("trigger", "Zeta", "c"), "", at(2));
        Latch else1 = Latch.first(new LatchKey("alone", "acme", "a"), "", at(2));
        store().commit(Transaction.of(b, a, else1));
        store().commit(Transaction.of(other));
        assertThat(store().latches().list("trigger")).containsExactly(other, a, b);
        assertThat(store().latches().list("alone")).containsExactly(else1);
    }

    @Test
    default void onlyTheNextVersionIsTaken() {
        Latch first = Latch.first(NIGHTLY, "1", at(1));
        assertThat(store().commit(Transaction.of(first.next("2", at(2))))).isEqualTo(new Commit.Latched(NIGHTLY, 0));
        store().commit(Transaction.of(first));
        assertThat(store().commit(Transaction.of(first))).isEqualTo(new Commit.Latched(NIGHTLY, 1));
        Latch second = first.next("2", at(2));
        assertThat(store().commit(Transaction.of(second))).isEqualTo(Commit.DONE);
        assertThat(store().commit(Transaction.of(second))).isEqualTo(new Commit.Latched(NIGHTLY, 2));
        assertThat(store().latches().find(NIGHTLY)).hasValue(second);
    }

    @Test
    default void whatComesWithALatchThatWasMovedNeverHappens() {
        Latch first = Latch.first(NIGHTLY, "1", at(1));
        assertThat(store().commit(creating(1, first))).isEqualTo(Commit.DONE);
        assertThat(store().commit(creating(2, first))).isEqualTo(new Commit.Latched(NIGHTLY, 1));
        assertThat(store().run(id(1))).isPresent();
        assertThat(store().run(id(2))).isEmpty();
    }

    @Test
    default void whoIsUnsureAndSendsItAgainIsToldOfItsRunFirst() {
        Latch first = Latch.first(NIGHTLY, "1", at(1));
        store().commit(creating(1, first));
        assertThat(store().commit(creating(1, first))).isEqualTo(new Commit.Lost(id(1), 1));
    }

    @Test
    default void aLatchMovesOnlyIfAllElseHappens() {
        store().commit(newRun(id(1)).events(1).alone());
        Latch first = Latch.first(NIGHTLY, "1", at(1));
        assertThat(store().commit(creating(1, first))).isEqualTo(new Commit.Lost(id(1), 1));
        assertThat(store().latches().find(NIGHTLY)).isEmpty();
    }

    @Test
    default void ofManyThatMoveALatchAtOnceOneCommits() throws Exception {
        List<RunStore> processes = List.of(store(), elsewhere(), elsewhere());
        Latch latch = Latch.first(NIGHTLY, "0", at(0));
        int number = 10;
        for (int round = 0; round < 10; round++) {
            List<Callable<Commit>> calls = new ArrayList<>();
            List<RunId> runs = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                int run = number++;
                runs.add(id(run));
                Transaction wanted = creating(run, latch);
                RunStore process = processes.get(i % processes.size());
                calls.add(() -> process.commit(wanted));
            }
            List<Commit> answers = new ArrayList<>();
            try (ExecutorService threads = Executors.newFixedThreadPool(calls.size())) {
                for (Future<Commit> answer : threads.invokeAll(calls)) {
                    answers.add(answer.get());
                }
            }
            assertThat(answers).containsOnlyOnce(Commit.DONE).contains(new Commit.Latched(NIGHTLY, round + 1));
            assertThat(runs.stream().filter(run -> store().run(run).isPresent()))
                    .hasSize(1);
            latch = latch.next(String.valueOf(round), at(round));
        }
    }
}
