package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.state.Occupation;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.simulator.ModelStore;
import dev.waybill.workflow.WorkflowDefinition;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Forks through a host, on a store.
class ForkTest {

    private final TestHost host = new TestHost(new ModelStore());

    private static WorkflowDefinition workflow(String id, String type, String config) {
        return TestHost.definition(
                "{'id':'%s','name':'n','version':'1','nodes':[{'id':'n','typeId':'%s','name':'n','position':{'x':0,'y':0},'config':{%s},'inputs':{}}],'edges':[],'triggers':[],'variables':[],'metadata':{},'settings':{'timeout':0}}"
                        .formatted(id, type, config));
    }

    private RunId branch(RunId run, long sequence) {
        RunId branch = host.host.fork(TestHost.ACME, run, sequence, ForkMode.BRANCH, JsonObject.EMPTY);
        host.settle();
        return branch;
    }

    private List<RunId> children(RunId run) {
        return host.store.runs(RunQuery.where().parent(run).newest(9)).stream()
                .map(child -> child.header().runId())
                .toList();
    }

    @Test
    void aBranchKeepsTheTimeThatADelayHadLeft() {
        RunId run = host.start(workflow("w", "core.delay", "'ms':1000"), JsonObject.EMPTY);
        host.pass(Duration.ofHours(1));
        RunId branch = branch(run, 2);
        host.pass(Duration.ofMillis(999));
        assertThat(Status.of(host.state(branch))).isEqualTo(RunStatus.RUNNING);
        host.pass(Duration.ofMillis(1));
        assertThat(Status.of(host.state(branch))).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aBranchKeepsItsInterruptsAndIsAnsweredByItself() {
        RunId run = host.start(workflow("w", "core.approvalGate", ""), JsonObject.EMPTY);
        RunId branch = branch(run, host.state(run).head());
        assertThat(host.state(branch).interrupts().keySet())
                .isEqualTo(host.state(run).interrupts().keySet());
        host.host.tell(
                TestHost.ACME,
                branch,
                at -> new Command.Answer(at, "n", TestHost.json("{'action':'accept'}"), null, false));
        assertThat(Status.of(host.state(branch))).isEqualTo(RunStatus.COMPLETED);
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.WAITING_APPROVAL);
    }

    @Test
    void aBranchRightBehindTheDecidingVoteIsSettledByTheSameVoteAgain() {
        RunId run = host.start(workflow("w", "core.approvalGate", ""), JsonObject.EMPTY);
        vote(run);
        long behindTheVote = host.types(run).indexOf("approval.received n") + 1L;
        RunId branch = branch(run, behindTheVote);
        assertThat(Status.of(host.state(branch))).isEqualTo(RunStatus.WAITING_APPROVAL);
        vote(branch);
        assertThat(Status.of(host.state(branch))).isEqualTo(RunStatus.COMPLETED);
        assertThat(host.types(branch)).containsOnlyOnce("approval.received n");
    }

    private void vote(RunId run) {
        host.host.tell(
                TestHost.ACME,
                run,
                at -> new Command.Answer(at, "n", TestHost.json("{'action':'accept'}"), "ada", true));
    }

    @Test
    void aBranchChangesItsVariablesAlsoWhenTheClockWasSetBack() {
        RunId run = host.start(workflow("w", "core.approvalGate", ""), JsonObject.EMPTY);
        host.setBack(Duration.ofHours(1));
        RunId branch = host.host.fork(
                TestHost.ACME,
                run,
                host.state(run).head(),
                ForkMode.BRANCH,
                TestHost.json("{'variables':{'colour':'red'}}"));
        host.settle();
        assertThat(host.types(branch)).contains("waybill.clock.stepped");
        assertThat(host.state(branch).variables()).containsEntry("colour", new JsonString("red"));
    }

    @Test
    void aBranchThatIsCancelledFirstOfAllCanBeDecidedAgain() {
        RunId run = host.start(workflow("w", "core.approvalGate", ""), JsonObject.EMPTY);
        RunId branch =
                host.host.fork(TestHost.ACME, run, 1, ForkMode.BRANCH, TestHost.json("{'variables':{'colour':'red'}}"));
        host.host.tell(TestHost.ACME, branch, at -> new Command.Cancel(at, null, null));
        host.settle();
        Repeated.all(host.store, List.of());
    }

    @Test
    void aBranchMakesAChildOfItsOwn() {
        host.knows(workflow("child", "core.delay", "'ms':1000"));
        RunId run = host.start(workflow("w", "core.subWorkflow", "'workflowId':'child'"), JsonObject.EMPTY);
        RunId branch = branch(run, host.state(run).head());
        assertThat(children(branch)).hasSize(1).doesNotContainAnyElementsOf(children(run));
        assertThat(host.state(branch).node("n").occupation())
                .isInstanceOfSatisfying(
                        Occupation.HandingOver.class,
                        handing -> assertThat(handing.handOvers().getFirst().childRunId())
                                .isEqualTo(children(branch).getFirst().value()));
        host.pass(Duration.ofSeconds(1));
        assertThat(Status.of(host.state(branch))).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aReplayMakesNoChildAndShowsTheSourcesOwn() {
        host.knows(workflow("child", "core.noop", ""));
        RunId run = host.start(workflow("w", "core.subWorkflow", "'workflowId':'child'"), JsonObject.EMPTY);
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.COMPLETED);
        RunId replay = host.host.fork(TestHost.ACME, run, 0, ForkMode.REPLAY, JsonObject.EMPTY);
        host.settle();
        assertThat(children(replay)).isEmpty();
        assertThat(host.events(replay).stream().map(event -> event.readAs(run)).toList())
                .isEqualTo(host.events(run));
    }

    @Test
    void forksOfForksReadTheSameHoweverDeep() {
        RunId run = host.start(workflow("w", "core.approvalGate", ""), JsonObject.EMPTY);
        RunId deepest = run;
        for (int depth = 0; depth < RunHeader.MOST_SEGMENTS + 4; depth++) {
            long head = host.state(deepest).head();
            RunId next = host.host.fork(
                    TestHost.ACME,
                    deepest,
                    head,
                    ForkMode.BRANCH,
                    TestHost.json("{'variables':{'depth':%d}}".formatted(depth)));
            host.settle();
            assertThat(host.state(next).head()).isEqualTo(head + 1);
            assertThat(host.state(next).header().prefix()).hasSizeLessThanOrEqualTo(RunHeader.MOST_SEGMENTS);
            deepest = next;
        }
        host.host.tell(
                TestHost.ACME,
                deepest,
                at -> new Command.Answer(at, "n", TestHost.json("{'action':'accept'}"), null, false));
        assertThat(Status.of(host.state(deepest))).isEqualTo(RunStatus.COMPLETED);
        assertThat(host.types(deepest)).containsSubsequence("node.suspended n", "variable.changed", "run.completed");
    }

    @Test
    void aPlaceThatIsNotThereIsRefused() {
        RunId run = host.start(workflow("w", "core.noop", ""), JsonObject.EMPTY);
        for (long sequence : new long[] {-1, host.state(run).head() + 1}) {
            assertThatExceptionOfType(Refused.class)
                    .isThrownBy(() -> host.host.fork(TestHost.ACME, run, sequence, ForkMode.BRANCH, JsonObject.EMPTY))
                    .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(RefusalCode.INVALID_FROM_SEQ));
        }
    }

    @Test
    void aForkBehindTheEndHasEnded() {
        RunId run = host.start(workflow("w", "core.noop", ""), JsonObject.EMPTY);
        RunId branch = branch(run, host.state(run).head());
        assertThat(host.store.run(branch).orElseThrow().projection().status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void theSameCallForksOnce() {
        RunId run = host.start(workflow("w", "core.approvalGate", ""), JsonObject.EMPTY);
        String key = "key-1";
        RunId fork = host.host
                .fork(TestHost.ACME, run, 2, ForkMode.BRANCH, JsonObject.EMPTY, key)
                .run();
        assertThat(host.host.fork(TestHost.ACME, run, 2, ForkMode.BRANCH, JsonObject.EMPTY, key))
                .isEqualTo(new Created(fork, true));
        host.settle();
        assertThat(host.store.runs(RunQuery.all(9))).hasSize(2);
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> host.host.fork(TestHost.ACME, run, 1, ForkMode.BRANCH, JsonObject.EMPTY, key))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(RefusalCode.IDEMPOTENCY_KEY_MISMATCH));
    }
}
