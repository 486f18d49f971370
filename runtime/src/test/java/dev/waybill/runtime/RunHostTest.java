package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.decide.Status;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.Ownership;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.simulator.ModelStore;
import dev.waybill.workflow.WorkflowDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunHostTest {

    private final TestHost host = new TestHost(new ModelStore());

    private static WorkflowDefinition workflow(String id, String nodes, String edges, String variables) {
        return TestHost.definition(
                "{'id':'%s','name':'n','version':'1','nodes':[%s],'edges':[%s],'triggers':[],'variables':[%s],'metadata':{},'settings':{'timeout':0}}"
                        .formatted(id, nodes, edges, variables));
    }

    private static String node(String id, String type, String config) {
        return "{'id':'%s','typeId':'%s','name':'%s','position':{'x':0,'y':0},'config':{%s},'inputs':{}}"
                .formatted(id, type, id, config);
    }

    private static String edge(String from, String to) {
        return "{'id':'%s-%s','sourceNodeId':'%s','targetNodeId':'%s'}".formatted(from, to, from, to);
    }

    @Test
    void threeNodesInARowComplete() {
        RunId run = host.start(
                workflow(
                        "row",
                        String.join(
                                ",",
                                node("a", "core.noop", ""),
                                node("b", "core.noop", ""),
                                node("c", "core.noop", "")),
                        edge("a", "b") + "," + edge("b", "c"),
                        ""),
                JsonObject.EMPTY);
        assertThat(host.types(run))
                .containsExactly(
                        "run.started",
                        "node.started a",
                        "node.completed a",
                        "node.started b",
                        "node.completed b",
                        "node.started c",
                        "node.completed c",
                        "run.completed");
    }

    @Test
    void aDelayWaitsAndCompletes() {
        RunId run = host.start(workflow("delay", node("wait", "core.delay", "'ms':5000"), "", ""), JsonObject.EMPTY);
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.RUNNING);
        host.pass(Duration.ofMillis(4_999));
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.RUNNING);
        host.pass(Duration.ofMillis(1));
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aHostThatWasForgottenWhileItStoodStillRegistersAgain() {
        ProcessId other = new ProcessId("other");
        Duration silence = Ownership.FORGOTTEN_AFTER.plusSeconds(1);
        Instant later = host.instant().plus(silence);
        host.store.register(other, "work", later);
        assertThat(host.store.heartbeat(other, later)).isTrue();
        assertThat(host.store.othersAlive(other, later, Duration.ofDays(1))).isFalse();
        host.pass(silence);
        assertThat(host.store.othersAlive(other, later, Duration.ZERO)).isTrue();
    }

    @Test
    void anApprovalWaitsForAPerson() {
        RunId run = host.start(
                workflow("gate", node("gate", "core.approvalGate", "'title':'ok?'"), "", ""), JsonObject.EMPTY);
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.WAITING_APPROVAL);
        assertThat(host.store.run(run).orElseThrow().owner()).isNull();
        host.host.tell(
                TestHost.ACME,
                run,
                at -> new Command.Answer(
                        at, "gate", JsonObject.EMPTY.with("action", new JsonString("accept")), "ada", true));
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aTokenAnswersItsQuestionAndNoOther() {
        RunId run = host.start(workflow("gate", node("gate", "core.approvalGate", ""), "", ""), JsonObject.EMPTY);
        String interrupt = host.state(run).interrupts().firstKey();
        JsonObject yes = JsonObject.EMPTY.with("action", new JsonString("accept"));
        String looking = host.host
                .tokenHolders()
                .issue(TestHost.ACME, run, interrupt, ResumeTokens.USUAL_LIFE, ResumeTokens.Intent.INSPECT);
        assertThatThrownBy(() -> host.host.tokenHolders().answer(looking, yes, null))
                .isInstanceOf(Refused.class);
        String token = host.host
                .tokenHolders()
                .issue(TestHost.ACME, run, interrupt, ResumeTokens.USUAL_LIFE, ResumeTokens.Intent.RESOLVE);
        host.host.tokenHolders().answer(token, yes, null);
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.COMPLETED);
        assertThatThrownBy(() -> host.host
                        .tokenHolders()
                        .issue(TestHost.ACME, run, interrupt, ResumeTokens.USUAL_LIFE, ResumeTokens.Intent.RESOLVE))
                .isInstanceOf(Refused.class);
    }

    @Test
    void aChildRunsAndItsOutputIsHarvested() {
        WorkflowDefinition child = workflow(
                "child",
                node("wait", "core.delay", "'ms':100"),
                "",
                "{'name':'result','type':'string','defaultValue':'done'}");
        WorkflowDefinition parent = workflow(
                "parent",
                node("call", "core.subWorkflow", "'workflowId':'child','outputMapping':{'answer':'result'}") + ","
                        + node("end", "core.noop", ""),
                edge("call", "end"),
                "");
        host.knows(child);
        RunId run = host.start(parent, JsonObject.EMPTY);
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.RUNNING);
        host.pass(Duration.ofMillis(100));
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.COMPLETED);
        assertThat(host.state(run).variables()).containsEntry("answer", new JsonString("done"));
    }

    @Test
    void childrenThatEndTogetherAreAllCollected() {
        host.knows(workflow("child", node("wait", "core.delay", "'ms':100"), "", ""));
        RunId run = host.start(
                workflow(
                        "parent",
                        node("one", "core.subWorkflow", "'workflowId':'child'") + ","
                                + node("two", "core.subWorkflow", "'workflowId':'child'"),
                        "",
                        ""),
                JsonObject.EMPTY);
        host.pass(Duration.ofMillis(100));
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aCancelledParentTakesItsChildAlong() {
        host.knows(workflow("child", node("wait", "core.delay", "'ms':100000"), "", ""));
        RunId run = host.start(
                workflow("parent", node("call", "core.subWorkflow", "'workflowId':'child'"), "", ""), JsonObject.EMPTY);
        host.host.tell(TestHost.ACME, run, at -> new Command.Cancel(at, "enough", "ada"));
        host.settle();
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.CANCELLED);
        RunId child = host.store.runs(dev.waybill.journal.store.RunQuery.all(10)).stream()
                .map(stored -> stored.header().runId())
                .filter(id -> !id.equals(run))
                .findFirst()
                .orElseThrow();
        assertThat(Status.of(host.state(child))).isEqualTo(RunStatus.CANCELLED);
    }

    @Test
    void aReplayGivesTheSameLog() {
        RunId run = host.start(
                workflow(
                        "mixed",
                        String.join(
                                ",",
                                node("a", "core.noop", ""),
                                node("wait", "core.delay", "'ms':100"),
                                node("gate", "core.approvalGate", "")),
                        edge("a", "wait") + "," + edge("wait", "gate"),
                        ""),
                JsonObject.EMPTY);
        host.pass(Duration.ofMillis(100));
        host.host.tell(
                TestHost.ACME,
                run,
                at -> new Command.Answer(
                        at, "gate", JsonObject.EMPTY.with("action", new JsonString("accept")), null, false));
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.COMPLETED);
        RunId replay = host.host.fork(TestHost.ACME, run, 0, ForkMode.REPLAY, JsonObject.EMPTY);
        host.settle();
        assertThat(host.events(replay).stream().map(event -> event.readAs(run)).toList())
                .isEqualTo(host.events(run));
        RunId later = host.host.fork(TestHost.ACME, run, 4, ForkMode.REPLAY, JsonObject.EMPTY);
        host.settle();
        assertThat(host.types(later)).isEqualTo(host.types(run));
    }

    @Test
    void aBranchGoesOnWithItsOverlay() {
        RunId run = host.start(
                workflow(
                        "vars",
                        node("a", "core.noop", "") + "," + node("gate", "core.approvalGate", ""),
                        edge("a", "gate"),
                        "{'name':'n','type':'number','defaultValue':1}"),
                JsonObject.EMPTY);
        RunId branch = host.host.fork(
                TestHost.ACME,
                run,
                host.state(run).head(),
                ForkMode.BRANCH,
                JsonObject.EMPTY.with("variables", JsonObject.EMPTY.with("n", JsonNumber.of(2))));
        host.settle();
        assertThat(host.state(branch).variables()).containsEntry("n", JsonNumber.of(2));
        assertThat(host.state(run).variables()).containsEntry("n", JsonNumber.of(1));
        assertThat(Status.of(host.state(branch))).isEqualTo(RunStatus.WAITING_APPROVAL);
        assertThat(List.copyOf(host.state(branch).interrupts().keySet()))
                .isEqualTo(List.copyOf(host.state(run).interrupts().keySet()));
    }

    @Test
    void theSameAnswerUnderOneKeyCountsOnce() {
        WorkflowDefinition definition = RunReceiptsTest.workflow(
                "quorum",
                List.of(RunReceiptsTest.node("gate", "core.approvalGate", "'requiredApprovals':2")),
                List.of());
        TestHost quorum = new TestHost(new ModelStore());
        RunId run = quorum.start(definition, JsonObject.EMPTY);
        answerOnce(quorum, run, "accept", "key-1");
        long head = quorum.state(run).head();
        assertThat(answerOnce(quorum, run, "accept", "key-1")).satisfies(again -> {
            assertThat(again.state().head()).isEqualTo(head);
            assertThat(again.earlier()).isEqualTo(TestHost.json("{'kept':true}"));
        });
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> answerOnce(quorum, run, "reject", "key-1"))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(RefusalCode.IDEMPOTENCY_KEY_MISMATCH));
        answerOnce(quorum, run, "accept", "key-2");
        assertThat(Status.of(quorum.state(run))).isEqualTo(RunStatus.COMPLETED);
    }

    private static ToldRun answerOnce(TestHost host, RunId run, String action, String key) {
        JsonObject said = TestHost.json("{'action':'" + action + "'}");
        return host.host.tell(
                TestHost.ACME,
                run,
                at -> new Command.Answer(at, "gate", said, key, false),
                new Once("answer", key, said, TestHost.json("{'kept':true}")));
    }
}
