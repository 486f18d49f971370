package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.Fence;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Transaction;
import dev.waybill.simulator.ModelStore;
import dev.waybill.testkit.Seeds;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class SimulationTest {

    @Test
    void whateverHappensWhatWasPromisedIsTrueAndEveryRunEnds() {
        Seeds.check(60, random -> simulate(random, new ModelStore()));
    }

    private static void simulate(Random random, RunStore store) {
        Simulation simulation = new Simulation(random, store);
        simulation.storm(100 + random.nextInt(400));
        simulation.calmDown();
        simulation.check();
    }

    /// A simulation that cannot fail proves nothing: here the store breaks one promise, and some seed must show it.
    private static void findsOut(UnaryOperator<RunStore> broken) {
        for (long seed = 1; seed <= 300; seed++) {
            try {
                simulate(new Random(seed), broken.apply(new ModelStore()));
            } catch (AssertionError | RuntimeException found) {
                return;
            }
        }
        assertThat(true).as("300 simulations found nothing").isFalse();
    }

    @Test
    void aStoreThatDoesNotCheckEpochsIsFoundOut() {
        findsOut(store -> withCommit(store, transaction -> store.commit(unfenced(transaction))));
    }

    @Test
    void anAnswerBeforeItsCommitIsFoundOut() {
        List<Transaction> underway = new ArrayList<>();
        findsOut(store -> withCommit(store, transaction -> {
            underway.forEach(store::commit);
            underway.clear();
            underway.add(transaction);
            return Commit.DONE;
        }));
    }

    private static Transaction unfenced(Transaction transaction) {
        List<Append> appends = new ArrayList<>();
        for (Append append : transaction.appends()) {
            appends.add(
                    append.creates() != null
                            ? append
                            : new Append(
                                    append.run(),
                                    null,
                                    append.expectedHead(),
                                    Fence.HEAD_ONLY,
                                    append.events(),
                                    append.receipts(),
                                    append.projection(),
                                    append.release(),
                                    append.startedBy(),
                                    append.wakes()));
        }
        return new Transaction(
                appends, transaction.blobs(), transaction.outbox(), transaction.idempotency(), transaction.places());
    }

    /// The same store with another way to commit.
    static RunStore withCommit(RunStore store, Function<Transaction, Commit> commit) {
        return (RunStore) Proxy.newProxyInstance(
                SimulationTest.class.getClassLoader(), new Class<?>[] {RunStore.class}, (_, method, arguments) -> {
                    if (method.getName().equals("commit")) {
                        return commit.apply((Transaction) arguments[0]);
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
