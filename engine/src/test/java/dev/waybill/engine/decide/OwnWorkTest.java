package dev.waybill.engine.decide;

import static dev.waybill.engine.decide.GraphText.graph;
import static dev.waybill.engine.decide.VerifierTest.cause;
import static dev.waybill.engine.decide.VerifierTest.facts;
import static dev.waybill.engine.decide.VerifierTest.find;
import static dev.waybill.engine.decide.VerifierTest.repeated;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.state.HandOver;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.Turn;
import dev.waybill.engine.state.Verified;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.VerdictFact;
import dev.waybill.workflow.WorkflowEdge;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What an agent or a supervisor decided, and the tools that were called, under a critic that is a run of its own: a
/// workflow, an agent or a function.
class OwnWorkTest {

    private static final String NEXT = "{'kind':'next-worker','nextWorkerIds':['w']}";
    private static final String STOP = "{'kind':'terminate','reason':'done'}";
    private static final AgentFact DECIDED =
            new AgentFact.AgentDecided("think", "acme.thinker", new JsonString("go"), null);
    private static final AgentFact CALLED = new AgentFact.AgentToolCalled(
            "think", "acme.thinker", "t", "call-1", History.json("{'q':7}"), AgentFact.ToolTransport.NATIVE);
    private static final AgentFact RETURNED = new AgentFact.AgentToolReturned(
            "think", "acme.thinker", "t", "call-1", new JsonString("42"), null, AgentFact.ToolStatus.OK);

    private static History agent(String verifier) {
        return thought(History.of(graph().node("think", History.WORK, "'verifier':{" + verifier + "}")
                        .variables("{'name':'text','type':'string','defaultValue':''}"))
                .started());
    }

    private static History thought(History history) {
        int attempt =
                Objects.requireNonNull(history.state().node("think").attempt()).number();
        NodeResult result = new NodeResult.Done(
                History.json("{'x':1}"),
                WorkflowEdge.DEFAULT_OUTPUT,
                List.of(new NodeResult.Write.ToVariable("text", new JsonString("written"))));
        return history.tell(at ->
                new Command.Finish(at, "think", 1, attempt, result, List.of(CALLED, RETURNED, DECIDED), List.of()));
    }

    private static History supervised(String verifier) {
        return History.of(graph().node(
                                "plan",
                                "core.orchestrator.supervisor",
                                "'mockDispatchPlan':[" + NEXT + "," + STOP + "],'verifier':{" + verifier + "}")
                        .node("act", "core.dispatch")
                        .edge("plan", "act")
                        .edge("act", "plan"))
                .started();
    }

    private static List<HandOver> critics(History history, String node) {
        return history.state().node(node).occupation() instanceof Occupation.HandingOver handing
                ? handing.all().filter(HandOver::isCritic).toList()
                : List.of();
    }

    private static HandOver open(History history, String node) {
        return critics(history, node).stream()
                .filter(HandOver::isDispatching)
                .findFirst()
                .orElseThrow();
    }

    private static History judged(History history, String node, RunStatus status, String variables) {
        String run = open(history, node).childRunId();
        history.tell(at -> new Command.ConfirmHandOver(at, node, run));
        return history.tell(at -> new Command.Collect(
                at,
                node,
                run,
                status,
                History.json(variables),
                JsonObject.EMPTY,
                status == RunStatus.FAILED ? RunError.of("broken", "it broke") : null));
    }

    private static History said(History history, String node, String verdict) {
        return judged(history, node, RunStatus.COMPLETED, "{'verdict':'" + verdict + "'}");
    }

    @Test
    void anAgentsDecisionCountsForNothingBeforeTheCriticsRunHasSpoken() {
        History history = agent("'workflow':'critic','criteria':['bold']");
        assertThat(history.status()).isEqualTo(RunStatus.RUNNING);
        assertThat(history.state().variables()).containsEntry("text", new JsonString(""));
        assertThat(Effect.pending(history.state()))
                .singleElement()
                .isInstanceOfSatisfying(Effect.CreateChild.class, child -> {
                    assertThat(child.plan().workerId()).isEqualTo("critic");
                    assertThat(child.inputs().object("output").orElseThrow())
                            .isEqualTo(History.json("{'x':1,'decision':'go'}"));
                    assertThat(child.inputs().string("workerId")).contains("acme.thinker");
                });
        said(history, "think", "pass");
        Event verified = find(history, VerdictFact.AgentVerified.class);
        assertThat(cause(history, verified)).isEqualTo(DECIDED);
        assertThat(((VerdictFact.AgentVerified) verified.fact()).target()).isEqualTo(verified.causationId());
        assertThat(history.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(history.state().variables()).containsEntry("text", new JsonString("written"));
        assertThat(facts(history, HandOverFact.HandOver.class))
                .as("a critic is no worker that somebody dispatched")
                .isEmpty();
        repeated(history);
    }

    @Test
    void aFailFailsTheNodeAndNothingIsWritten() {
        History history = repeated(said(agent("'agent':'acme.critic'"), "think", "fail"));
        assertThat(history.error()).isEqualTo("verification_failed");
        assertThat(history.state().variables()).containsEntry("text", new JsonString(""));
        assertThat(history.state().delegation().unresolved()).isNull();
        History told = said(agent("'agent':'acme.critic','gating':false"), "think", "fail");
        assertThat(told.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(told.state().variables()).containsEntry("text", new JsonString("written"));
    }

    @Test
    void whoIsToReviseTriesAgainAndIsToldWhy() {
        History history = judged(
                agent("'function':'acme.strict','criteria':['short']"),
                "think",
                RunStatus.COMPLETED,
                "{'result':{'verdict':'revise','criteria':['short']}}");
        assertThat(facts(history, NodeFact.NodeRetried.class)).hasSize(1);
        history.advanced();
        assertThat(Objects.requireNonNull(history.state().node("think").attempt())
                        .inputs()
                        .toString())
                .contains("short");
        repeated(said(thought(history), "think", "pass"));
        assertThat(history.status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void everyCallOfAToolHasACriticOfItsOwn() {
        History history = agent("'workflow':'critic','over':['tool-calls','decision']");
        assertThat(critics(history, "think")).hasSize(2);
        JsonObject shown = open(history, "think").plan().given();
        assertThat(shown.string("target")).contains("call-1");
        assertThat(shown.object("output").orElseThrow().toString()).contains("\"q\":7", "\"42\"");
        said(history, "think", "pass");
        assertThat(history.status()).as("the other one is still to speak").isEqualTo(RunStatus.RUNNING);
        repeated(said(history, "think", "fail"));
        assertThat(facts(history, VerdictFact.AgentVerified.class))
                .extracting(VerdictFact.AgentVerified::verdict)
                .containsExactly(VerdictFact.Ruling.PASS, VerdictFact.Ruling.FAIL);
        assertThat(history.error()).isEqualTo("verification_failed");
    }

    @Test
    void aSupervisorsDecisionWaitsForTheCriticsRunAndIsNotCarriedOutWhenItFails() {
        History history = supervised("'workflow':'critic'");
        assertThat(Effect.pending(history.state()))
                .singleElement()
                .isInstanceOfSatisfying(
                        Effect.CreateChild.class,
                        child -> assertThat(child.inputs().object("output").orElseThrow())
                                .isEqualTo(History.json(NEXT)));
        said(history, "plan", "fail");
        said(history, "plan", "pass");
        repeated(history);
        assertThat(history.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(facts(history, HandOverFact.HandOver.class)).isEmpty();
        assertThat(history.state().delegation().turns())
                .extracting(Turn::rejected)
                .containsExactly(true, false);
        assertThat(history.state().delegation().verdicts())
                .extracting(Verified::workerId)
                .containsOnlyNulls();
        assertThat(cause(history, find(history, VerdictFact.AgentVerified.class))
                        .type())
                .isEqualTo("runOrchestrator.decided");
    }

    @Test
    void aCriticThatGivesNoVerdictLetsNothingPass() {
        for (RunStatus status : List.of(RunStatus.FAILED, RunStatus.CANCELLED, RunStatus.COMPLETED)) {
            History thinker = repeated(judged(agent("'workflow':'critic'"), "think", status, "{}"));
            assertThat(thinker.error()).isEqualTo("verifier_failed");
            History planner = repeated(judged(supervised("'workflow':'critic'"), "plan", status, "{}"));
            assertThat(planner.error()).isEqualTo("verifier_failed");
        }
        History refused = agent("'workflow':'critic'");
        String run = open(refused, "think").childRunId();
        refused.tell(at ->
                new Command.RefuseHandOver(at, "think", run, RunError.of("workflow_not_found", "no such workflow")));
        assertThat(refused.error()).isEqualTo("verifier_failed");
    }

    @Test
    void aVerdictThatItsCriticIsNotSureOfWaitsForAPerson() {
        History history = judged(
                agent("'workflow':'critic','confidenceFloor':0.8"),
                "think",
                RunStatus.COMPLETED,
                "{'result':{'verdict':'fail','confidence':0.7}}");
        assertThat(history.status()).isEqualTo(RunStatus.WAITING_APPROVAL);
        assertThat(history.all())
                .containsSubsequence(
                        "agent.verified think",
                        "core.workflowChain.confidence-escalated think",
                        "interrupt.requested think",
                        "node.suspended think");
        History other = history.branchedAt(history.log().size(), "{}")
                .answered("think", "{'action':'edit-accept','editedArtifactData':{'verdict':'pass'}}");
        assertThat(other.status()).isEqualTo(RunStatus.COMPLETED);
        repeated(history.answered("think", "{'action':'accept'}"));
        assertThat(history.error()).isEqualTo("verification_failed");
    }

    @Test
    void eachTryHasADoubtOfItsOwn() {
        History history = agent("'workflow':'critic'");
        for (int attempt = 1; attempt <= 2; attempt++) {
            judged(history, "think", RunStatus.COMPLETED, "{'result':{'verdict':'revise','confidence':0.1}}");
            assertThat(history.status()).isEqualTo(RunStatus.WAITING_APPROVAL);
            thought(history.answered("think", "{'action':'accept'}").advanced());
        }
        repeated(said(history, "think", "pass"));
        assertThat(history.status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void whereNobodyDecidedAnythingNothingIsLookedAt() {
        History history = History.of(graph().node("think", History.WORK, "'verifier':{'workflow':'critic'}"))
                .started();
        history.tell(
                at -> new Command.Finish(at, "think", 1, 1, NodeResult.done(JsonObject.EMPTY), List.of(), List.of()));
        assertThat(history.status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aBranchFromAnywhereComesToTheSameVerdict() {
        History source = said(supervised("'workflow':'critic'"), "plan", "fail");
        said(source, "plan", "pass");
        for (int from = 1; from < source.log().size(); from++) {
            History branch = source.branchedAt(from, "{}").advanced();
            for (int round = 0; round < 3 && !branch.state().isTerminal(); round++) {
                String kind = Objects.requireNonNull(branch.state().delegation().latest())
                        .decision()
                        .kind()
                        .wire();
                said(branch, "plan", kind.equals("terminate") ? "pass" : "fail");
            }
            assertThat(branch.status()).as("from %d", from).isEqualTo(RunStatus.COMPLETED);
        }
    }

    @Test
    void aPauseOrACancelWaitsForNobodyButTheCritic() {
        History history = agent("'workflow':'critic'");
        String run = open(history, "think").childRunId();
        history.tell(at -> new Command.ConfirmHandOver(at, "think", run));
        history.tell(at -> new Command.Cancel(at, null, null));
        assertThat(Effect.pending(history.state())).singleElement().isInstanceOf(Effect.CancelChild.class);
        history.tell(at ->
                new Command.Collect(at, "think", run, RunStatus.CANCELLED, JsonObject.EMPTY, JsonObject.EMPTY, null));
        assertThat(history.status()).isEqualTo(RunStatus.CANCELLED);
        repeated(history);
    }

    @Test
    void aReplayPastACancelNamesWhatEachVerdictIsAbout() {
        History source = agent("'workflow':'critic','over':['tool-calls','decision']");
        List<String> runs =
                critics(source, "think").stream().map(HandOver::childRunId).toList();
        runs.forEach(run -> source.tell(at -> new Command.ConfirmHandOver(at, "think", run)));
        source.tell(at -> new Command.Cancel(at, null, null));
        runs.forEach(run -> source.tell(at -> new Command.Collect(
                at, "think", run, RunStatus.COMPLETED, History.json("{'verdict':'pass'}"), JsonObject.EMPTY, null)));
        History replay = source.replayedAt(0, History.decider()).replay(source);
        assertThat(replay.count("replay.diverged")).isEqualTo(1);
        assertThat(replay.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(replay.log())
                .filteredOn(event -> event.fact() instanceof VerdictFact.AgentVerified)
                .extracting(event -> cause(replay, event))
                .containsExactly(RETURNED, DECIDED);
    }
}
