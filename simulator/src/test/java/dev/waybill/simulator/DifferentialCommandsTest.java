package dev.waybill.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.Fence;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Transaction;
import dev.waybill.testkit.Seeds;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Random commands tell two stores apart exactly when they differ.
class DifferentialCommandsTest {

    private static final int COMMANDS = 400;

    @Test
    void theModelEqualsItself() {
        Seeds.check(20, random -> DifferentialCommands.compare(random, COMMANDS, new ModelStore(), new ModelStore()));
    }

    @Test
    void everyKindOfAnswerIsGiven() {
        TreeMap<String, Integer> answers = new TreeMap<>();
        Tweak counting = answering(answer -> {
            answers.merge(answer.getClass().getSimpleName(), 1, Integer::sum);
            return answer;
        });
        Seeds.check(
                5,
                random -> DifferentialCommands.compare(random, COMMANDS, new ModelStore(), broken("commit", counting)));
        assertThat(answers.keySet()).containsExactly("Answered", "Done", "Fenced", "Lost");
        assertThat(answers).allSatisfy((_, count) -> assertThat(count).isGreaterThan(5));
    }

    @Test
    void aStoreWithoutFencesIsFound() {
        assertFound(
                "commit",
                appending(
                        append -> append.creates() == null ? with(append, Fence.HEAD_ONLY, append.release()) : append));
    }

    @Test
    void aStoreThatForgetsToReleaseIsFound() {
        assertFound("commit", appending(append -> with(append, append.fence(), false)));
    }

    @Test
    void aStoreThatAnswersEveryCommitWithDoneIsFound() {
        assertFound("commit", answering(_ -> Commit.DONE));
    }

    @Test
    void aStoreThatPrunesNothingIsFound() {
        assertFound("prune", answering(_ -> true));
    }

    @Test
    void aReadThatStopsOneEarlyIsFound() {
        assertFound("events", answering(answer -> {
            List<?> list = (List<?>) answer;
            return list.size() > 3 ? list.subList(0, list.size() - 1) : list;
        }));
    }

    @Test
    void heartbeatsThatAreLostAreFound() {
        assertFound("heartbeat", (call, arguments) -> call.with(arguments[0], TestRuns.START, arguments[2]));
    }

    @Test
    void aStoreThatForgetsPlacesIsFound() {
        assertFound("commit", (call, arguments) -> {
            Transaction given = (Transaction) arguments[0];
            return call.with(
                    new Transaction(given.appends(), given.blobs(), given.outbox(), given.idempotency(), List.of()));
        });
    }

    @Test
    void aStoreThatListsTheRunsOfAllSessionsIsFound() {
        assertFound("runs", (call, arguments) -> {
            RunQuery q = (RunQuery) arguments[0];
            return call.with(RunQuery.where()
                    .tenant(q.tenant())
                    .definitionId(q.definitionId())
                    .statuses(q.statuses())
                    .idPrefix(q.idPrefix())
                    .parent(q.parent())
                    .forkOf(q.forkOf())
                    .before(q.before())
                    .updatedBefore(q.updatedBefore())
                    .newest(q.limit()));
        });
    }

    private static Append with(Append append, Fence fence, boolean release) {
        return new Append(
                append.run(),
                append.creates(),
                append.expectedHead(),
                fence,
                append.events(),
                append.receipts(),
                append.projection(),
                release,
                append.startedBy(),
                append.wakes());
    }

    private static void assertFound(String method, Tweak tweak) {
        for (long seed = 1; seed <= 3; seed++) {
            Random random = Seeds.random(seed);
            assertThatThrownBy(() -> DifferentialCommands.compare(
                            random, 10 * COMMANDS, new ModelStore(), broken(method, tweak)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("expected:");
        }
    }

    /// A model that does one thing otherwise.
    private static RunStore broken(String broken, Tweak tweak) {
        RunStore model = new ModelStore();
        return (RunStore) Proxy.newProxyInstance(
                RunStore.class.getClassLoader(), new Class<?>[] {RunStore.class}, (_, method, arguments) -> {
                    Call call = given -> method.invoke(model, given);
                    try {
                        return method.getName().equals(broken) ? tweak.make(call, arguments) : call.with(arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static Tweak answering(UnaryOperator<Object> change) {
        return (call, arguments) -> change.apply(call.with(arguments));
    }

    private static Tweak appending(UnaryOperator<Append> change) {
        return (call, arguments) -> {
            Transaction given = (Transaction) arguments[0];
            List<Append> changed = new ArrayList<>();
            given.appends().forEach(append -> changed.add(change.apply(append)));
            return call.with(new Transaction(
                    changed, given.blobs(), given.outbox(), given.idempotency(), given.places(), given.memory()));
        };
    }

    /// The call as it should be.
    private interface Call {
        Object with(Object... arguments) throws ReflectiveOperationException;
    }

    /// How it is made instead.
    private interface Tweak {
        @Nullable
        Object make(Call call, Object[] arguments) throws ReflectiveOperationException;
    }
}
