package dev.waybill.agents.exec;

import static dev.waybill.agents.TestCall.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.agents.TestCall;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.NodeResult;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Real programs of a real machine.
@DisabledOnOs(OS.WINDOWS)
class ExecNodeTest {

    private final ExecNode exec =
            new ExecNode(json("""
            {
              'copy': {'command': ['cat']},
              'seen': {'command': ['sh', '-c', 'test $TOKEN = hidden && test -n $WAYBILL_INVOCATION_ID && test -n $PATH && test -z $JAVA_HOME && echo true'], 'env': {'TOKEN': 'env:HIDDEN'}},
              'broken': {'command': ['sh', '-c', 'echo it broke >&2; exit 3'], 'repeatable': true},
              'wordy': {'command': ['sh', '-c', 'seq 10000 >&2; exit 3']},
              'later': {'command': ['sh', '-c', 'exit 75']},
              'words': {'command': ['echo', 'not json']},
              'long': {'command': ['sh', '-c', 'sleep 300 & wait']},
              'loud': {'command': ['sh', '-c', 'yes']},
              'wrong': {'command': 'ls'}
            }"""), reference -> reference.equals("env:HIDDEN") ? "hidden" : reference);

    private TestCall call(String program) {
        return TestCall.of(exec, "{'program':'%s'}".formatted(program), "{'text':'hello'}");
    }

    @Test
    void aProgramReadsItsInputsAndGivesItsResult() throws Exception {
        JsonObject given = call("copy").outputs(exec);
        assertThat(given.get("result")).hasToString("{\"text\":\"hello\"}");
        assertThat(given.string("contextHash"))
                .isEqualTo(call("copy").outputs(exec).string("contextHash"))
                .hasValueSatisfying(hash -> assertThat(hash).startsWith("sha256:"));
    }

    @Test
    void itSeesAHandfulOfVariablesAndThoseThatItIsGiven() throws Exception {
        assertThat(call("seen").outputs(exec).get("result")).hasToString("true");
    }

    @Test
    void howItEndsSaysWhetherToTryAgain() throws Exception {
        NodeResult.Failed broken = (NodeResult.Failed) call("broken").run(exec);
        assertThat(broken.error().message()).contains("code 3", "it broke");
        assertThat(broken.error().retryable()).isFalse();
        assertThat(((NodeResult.Failed) call("later").run(exec)).error().retryable())
                .isTrue();
        assertThat(call("words").error(exec)).isEqualTo("program_output_invalid");
        assertThat(call("loud").error(exec)).isEqualTo("program_failed");
    }

    @Test
    void itsLastWordsAreHeardHoweverMuchItSaidBeforeThem() throws Exception {
        for (int i = 0; i < 20; i++) {
            NodeResult.Failed wordy = (NodeResult.Failed) call("wordy").run(exec);
            assertThat(wordy.error().message()).endsWith("code 3: 10000");
        }
    }

    @Test
    void nothingIsStartedThatTheOperatorDidNotName() throws Exception {
        assertThat(call("rm").error(exec)).isEqualTo("program_not_allowed");
        assertThat(call("wrong").error(exec)).isEqualTo("program_not_allowed");
        assertThat(exec.check(call("rm").node().node())).hasSize(1);
        assertThat(exec.check(call("copy").node().node())).isEmpty();
    }

    @Test
    void onlyItsOperatorSaysThatItMayRunTwice() {
        assertThat(exec.isRepeatable(call("broken").node().node())).isTrue();
        assertThat(exec.isRepeatable(call("copy").node().node())).isFalse();
    }

    @Test
    void whoTakesTooLongOrIsCancelledIsEndedWithItsChildren() throws Exception {
        TestCall late = TestCall.of(exec, "{'program':'long','timeoutMs':200}", "{}");
        assertThat(late.error(exec)).isEqualTo("program_timeout");
        TestCall cancelled = call("long");
        CompletableFuture<NodeResult> result = CompletableFuture.supplyAsync(() -> {
            try {
                return cancelled.run(exec);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        while (!cancelled.isHeld()) {
            Thread.sleep(5);
        }
        cancelled.cancel();
        assertThat(result.get(20, TimeUnit.SECONDS)).isInstanceOf(NodeResult.Failed.class);
        while (ProcessHandle.current()
                .descendants()
                .anyMatch(child -> child.info().commandLine().orElse("").contains("sleep 300"))) {
            Thread.sleep(10);
        }
    }
}
