package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SimulationTest {

    @Test
    void whateverHappensWhatWasPromisedIsTrueAndEveryRunEnds() {
        Seeds.check(100, random -> Simulations.play(random, new ModelStore()));
    }

    /// They are few, and seeds that begin alike would leave them out.
    @Test
    void someOfThoseWorldsAreSigned() {
        assertThat(LongStream.rangeClosed(1, 100))
                .anyMatch(seed -> new Simulation(Seeds.random(seed), new ModelStore()).signed);
    }

    @Test
    void aSeedHasOneHistory() {
        for (long seed = 1; seed <= 3; seed++) {
            long history = Simulations.play(Seeds.random(seed), new ModelStore());
            assertThat(Simulations.play(Seeds.random(seed), new ModelStore())).isEqualTo(history);
        }
    }

    /// A simulation that cannot fail proves nothing: here the store breaks one promise, and some seed must show that
    /// very one. Whatever else goes wrong on a broken store is no discovery.
    private static void findsOut(Promise promise, UnaryOperator<RunStore> broken) {
        Set<String> otherwise = new LinkedHashSet<>();
        for (long seed = 1; seed <= 300; seed++) {
            try {
                Simulations.play(Seeds.random(seed), broken.apply(new ModelStore()));
            } catch (Promise.Broken found) {
                if (found.promise() == promise) {
                    return;
                }
                otherwise.add(found.promise().name());
            } catch (RuntimeException | AssertionError other) {
                otherwise.add(other.getClass().getName());
            }
        }
        fail("300 simulations never found that %s is broken, only %s", promise, otherwise);
    }

    @Test
    void aStoreThatDoesNotCheckEpochsIsFoundOut() {
        findsOut(
                Promise.ONLY_THE_OWNER_WRITES,
                store -> withCommit(store, transaction -> store.commit(unfenced(transaction))));
    }

    @Test
    void anAnswerBeforeItsCommitIsFoundOut() {
        List<Transaction> underway = new ArrayList<>();
        findsOut(
                Promise.WHAT_WAS_ANSWERED_IS_THERE,
                store -> withCommit(store, transaction -> {
                    underway.forEach(store::commit);
                    underway.clear();
                    underway.add(transaction);
                    return Commit.DONE;
                }));
    }

    @Test
    void aStoreThatForgetsItsAnswersIsFoundOut() {
        findsOut(
                Promise.A_REPEATED_CALL_GETS_ITS_ANSWER,
                store -> withCommit(
                        store,
                        transaction -> store.commit(new Transaction(
                                transaction.appends(),
                                transaction.blobs(),
                                transaction.outbox(),
                                null,
                                transaction.places()))));
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
