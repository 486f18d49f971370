package dev.waybill.runtime.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.simulator.ModelStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Several call at the end of a run at once, from one process or from several: it ends once, and all get its answer.
class LastStepTest {

    private static final String ONE = """
            {'id': 'one', 'name': 'One', 'description': 'One step', 'version': '1.0.0', 'steps': [
              {'id': 'one', 'title': 'One', 'prompt': 'Do it.'}]}""";

    private final ModelStore shared = new ModelStore();
    private final Guide slow = new Guide(interrupted(shared), GuidedSettings.DEFAULT).knows(ONE);
    private final Guide quick = new Guide(shared, GuidedSettings.DEFAULT, 12).knows(ONE);
    /// The slow one has signed nothing of the run, so that it has to read before it can sum up.
    private final GuidedAnswer start = quick.start("one", "{}");
    private String moment = "";
    private Runnable meanwhile = () -> {};

    @Test
    void whoSumsUpWhileAnotherTakesTheSameStepGetsItsAnswer() {
        List<GuidedAnswer> other = new ArrayList<>();
        before("receipts", () -> other.add(quick.advance(start, "{}")));

        GuidedAnswer answer = slow.advance(start, "{}");

        assertThat(slow.troubles).isEmpty();
        assertThat(other).extracting(GuidedAnswer::text).containsExactly(answer.text());
        assertThat(other.getFirst().bytes()).isEqualTo(answer.bytes());
    }

    @Test
    void whoWaitsWhileTheSameCallEndsTheRunGetsItsAnswer() throws Exception {
        List<GuidedAnswer> other = new ArrayList<>();
        Thread second = Thread.ofPlatform().unstarted(() -> other.add(slow.advance(start, "{}")));
        before("commit", () -> startAndAwaitItsWait(second));

        GuidedAnswer answer = slow.advance(start, "{}");
        second.join();

        assertThat(slow.troubles).isEmpty();
        assertThat(other.getFirst().bytes()).isEqualTo(answer.bytes());
        assertThat(shared.runs(RunQuery.all(10))).hasSize(1);
    }

    /// It has looked at the run, and waits for its turn.
    private static void startAndAwaitItsWait(Thread thread) {
        thread.start();
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    private void before(String call, Runnable happens) {
        moment = call;
        meanwhile = happens;
    }

    /// A store on which something happens before a call, once.
    private RunStore interrupted(RunStore store) {
        return (RunStore) Proxy.newProxyInstance(
                RunStore.class.getClassLoader(), new Class<?>[] {RunStore.class}, (_, method, arguments) -> {
                    if (method.getName().equals(moment)) {
                        moment = "";
                        meanwhile.run();
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
