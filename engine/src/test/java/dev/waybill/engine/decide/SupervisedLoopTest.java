package dev.waybill.engine.decide;

import static dev.waybill.engine.decide.GraphText.graph;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.node.DefinitionCheck;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.engine.state.HandOver;
import dev.waybill.engine.state.Occupation;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.OrchestratorFact;
import dev.waybill.journal.event.RunError;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SupervisedLoopTest {

    private static final String NEXT = "{'kind':'next-worker','nextWorkerIds':['w']}";
    private static final String STOP = "{'kind':'terminate','reason':'done'}";

    private static GraphText loop(String plan, String dispatch) {
        return graph().node("plan", "core.orchestrator.supervisor", "'mockDispatchPlan':[" + plan + "]")
                .node("act", "core.dispatch", dispatch)
                .edge("plan", "act")
                .edge("act", "plan")
                .variables("{'name':'result','type':'string','defaultValue':''}");
    }

    static HandOver open(History history) {
        Occupation.HandingOver handing =
                (Occupation.HandingOver) history.state().node("act").occupation();
        return handing.handOvers().stream()
                .filter(it -> !it.isOver())
                .findFirst()
                .orElseThrow();
    }

    static History created(History history) {
        String child = open(history).childRunId();
        return history.tell(at -> new Command.ConfirmHandOver(at, "act", child));
    }

    static History ended(History history, RunStatus status, String outputs, @Nullable RunError error) {
        String child = open(history).childRunId();
        return history.tell(
                at -> new Command.Collect(at, "act", child, status, History.json(outputs), JsonObject.EMPTY, error));
    }

    static History worked(History history) {
        return ended(created(history), RunStatus.COMPLETED, "{'text':'hello'}", null);
    }

    private static List<String> phases(History history) {
        return facts(history, HandOverFact.HandOver.class)
                .map(fact -> fact.phase().wire() + " " + fact.workerId())
                .toList();
    }

    private static <F> Stream<F> facts(History history, Class<F> type) {
        return history.log().stream().map(Event::fact).filter(type::isInstance).map(type::cast);
    }

    private static List<String> decided(History history) {
        return facts(history, OrchestratorFact.Decided.class)
                .map(fact -> fact.decision().string("kind").orElseThrow())
                .toList();
    }

    private static @Nullable String cause(History history, Event event) {
        return history.log().stream()
                .filter(each -> each.eventId().equals(event.causationId()))
                .map(Event::type)
                .findFirst()
                .orElse(null);
    }

    @Test
    void aDecisionLeadsToAWorkerAndItsEndToTheNextTurn() {
        History history = worked(History.of(loop(NEXT + "," + STOP, "'outputMapping':{'result':'text'}"))
                .started());
        assertThat(history.all())
                .containsExactly(
                        "run.started",
                        "node.started plan",
                        "runOrchestrator.decided plan",
                        "node.completed plan",
                        "node.started act",
                        "core.workflowChain.event act",
                        "core.workflowChain.event act",
                        "node.dispatched act",
                        "core.workflowChain.event act",
                        "variable.changed act",
                        "core.workflowChain.event act",
                        "node.completed act",
                        "node.started plan",
                        "runOrchestrator.decided plan",
                        "node.completed plan",
                        "node.started act",
                        "node.completed act",
                        "run.completed");
        assertThat(history.state().variables()).containsEntry("result", new JsonString("hello"));
        assertThat(phases(history))
                .containsExactly("dispatch.began w", "dispatch.succeeded w", "child.completed w", "output.harvested w");
    }

    @Test
    void everyPhaseNamesTheOneBeforeItAndTheFirstTheDecision() {
        History history = worked(History.of(loop(NEXT + "," + STOP, "'outputMapping':{'result':'text'}"))
                .started());
        List<Event> chain = history.log().stream()
                .filter(event -> event.fact() instanceof HandOverFact.HandOver)
                .toList();
        assertThat(cause(history, chain.getFirst())).isEqualTo("runOrchestrator.decided");
        for (int i = 1; i < chain.size(); i++) {
            assertThat(chain.get(i).causationId()).isEqualTo(chain.get(i - 1).eventId());
        }
    }

    @Test
    void whoeverFailsIsCancelledOrCannotBeCreatedIsInTheTranscriptAndTheLoopGoesOn() {
        History history = History.of(
                        loop(NEXT + "," + NEXT + "," + NEXT + "," + STOP, "'outputMapping':{'result':'text'}"))
                .started();
        ended(created(history), RunStatus.FAILED, "{'text':'no'}", RunError.of("broken", "it broke"));
        ended(created(history), RunStatus.CANCELLED, "{'text':'no'}", null);
        String child = open(history).childRunId();
        history.tell(at -> new Command.RefuseHandOver(at, "act", child, RunError.of("workflow_not_found", "no w")));
        assertThat(Status.of(history.state())).isEqualTo(RunStatus.COMPLETED);
        assertThat(phases(history))
                .containsExactly(
                        "dispatch.began w",
                        "dispatch.succeeded w",
                        "child.failed w",
                        "dispatch.began w",
                        "dispatch.succeeded w",
                        "child.cancelled w",
                        "dispatch.began w",
                        "dispatch.failed w");
        assertThat(history.state().variables()).containsEntry("result", new JsonString(""));
        assertThat(history.state().delegation().turns())
                .extracting(turn -> turn.workers().stream()
                        .map(worker -> worker.string("status").orElseThrow())
                        .toList())
                .containsExactly(List.of("failed"), List.of("cancelled"), List.of("failed"), List.of());
    }

    @Test
    void workersGoOneAfterTheOtherAndEachSeesWhatTheOneBeforeBroughtBack() {
        String both = "{'kind':'next-worker','nextWorkerIds':['w','v'],'nextWorkerInputs':[{},{'n':2}]}";
        History history = History.of(
                        loop(both + "," + STOP, "'inputMapping':{'given':'result'},'outputMapping':{'result':'text'}"))
                .started();
        assertThat(Effect.pending(history.state())).hasSize(1);
        worked(history);
        assertThat(Effect.pending(history.state()))
                .singleElement()
                .isInstanceOfSatisfying(Effect.CreateChild.class, create -> {
                    assertThat(create.plan().workerId()).isEqualTo("v");
                    assertThat(create.inputs()).isEqualTo(History.json("{'given':'hello','n':2}"));
                });
        worked(history);
        assertThat(Status.of(history.state())).isEqualTo(RunStatus.COMPLETED);
        assertThat(facts(history, HandOverFact.HandOver.class)
                        .filter(fact -> fact.phase().wire().equals("dispatch.began")))
                .hasSize(2);
        history.log().stream()
                .filter(event -> event.fact() instanceof HandOverFact.HandOver fact
                        && fact.phase().wire().equals("dispatch.began"))
                .forEach(began -> assertThat(cause(history, began)).isEqualTo("runOrchestrator.decided"));
    }

    @Test
    void workersInParallelBeginTogether() {
        String both = "{'kind':'next-worker','nextWorkerIds':['w','v']}";
        History history =
                History.of(loop(both + "," + STOP, "'fanOutPolicy':'parallel'")).started();
        assertThat(Effect.pending(history.state())).hasSize(2);
        worked(history);
        worked(history);
        assertThat(Status.of(history.state())).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void termsOfAFanOutThatThisHostDoesNotHaveAreRefused() {
        for (String term : List.of("'joinPolicy':{'mode':'first'}", "'maxConcurrency':1", "'mode':'nonsense'")) {
            assertThat(DefinitionCheck.of(
                                    loop(STOP, "'fanOutPolicy':'parallel'," + term)
                                            .compile()
                                            .definition(),
                                    NodeTypes.core())
                            .errors())
                    .as(term)
                    .singleElement()
                    .satisfies(error -> assertThat(error.message()).contains("RFC 0118", "leave it out"));
        }
    }

    @Test
    void aDispatchWithoutASupervisorIsRefusedBeforeItRuns() {
        assertThat(DefinitionCheck.of(
                                graph().node("act", "core.dispatch", "")
                                        .compile()
                                        .definition(),
                                NodeTypes.core())
                        .errors())
                .singleElement()
                .satisfies(error -> assertThat(error.message()).contains("this workflow has none"));
    }

    @Test
    void aDispatchThatRejectsFanOutFails() {
        String both = "{'kind':'next-worker','nextWorkerIds':['w','v']}";
        History history =
                History.of(loop(both + "," + STOP, "'fanOutPolicy':'reject'")).started();
        assertThat(Objects.requireNonNull(history.state().error()).code()).isEqualTo("fan_out_unsupported");
    }

    @Test
    void whatIsDecidedBelowTheFloorIsRecordedThenEscalatedThenAsked() {
        History history = History.of(loop("{'kind':'next-worker','nextWorkerIds':['w'],'confidence':0.3}," + STOP, ""))
                .started();
        assertThat(history.all())
                .containsExactly(
                        "run.started",
                        "node.started plan",
                        "runOrchestrator.decided plan",
                        "node.completed plan",
                        "node.started act",
                        "core.workflowChain.confidence-escalated act",
                        "approval.requested act",
                        "interrupt.requested act",
                        "node.suspended act");
        assertThat(Status.of(history.state())).isEqualTo(RunStatus.WAITING_APPROVAL);
        worked(history.answered("act", "{'action':'accept'}"));
        assertThat(Status.of(history.state())).isEqualTo(RunStatus.COMPLETED);
        assertThat(decided(history)).containsExactly("next-worker", "terminate");
    }

    @Test
    void whatAPersonRejectsIsNeverDispatchedAndThePlannerDecidesAgain() {
        History history = History.of(loop("{'kind':'next-worker','nextWorkerIds':['w'],'confidence':0.3}", ""))
                .started()
                .answered("act", "{'action':'reject','feedback':'not him'}");
        assertThat(phases(history)).isEmpty();
        assertThat(decided(history)).containsExactly("next-worker", "terminate");
        assertThat(history.state().delegation().turns().getFirst().rejected()).isTrue();
        assertThat(Status.of(history.state())).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void whatAPersonAdjustsIsDoneInstead() {
        History history = History.of(loop("{'kind':'next-worker','nextWorkerIds':['w'],'confidence':0.3}," + STOP, ""))
                .started();
        assertThat(history.refusal(at -> new Command.Answer(
                        at,
                        "act",
                        History.json("{'action':'edit-accept','editedArtifactData':{'kind':'x'}}"),
                        "ada",
                        true)))
                .isEqualTo(RefusalCode.VALIDATION_ERROR);
        worked(history.answered(
                "act", "{'action':'edit-accept','editedArtifactData':{'kind':'next-worker','nextWorkerIds':['v']}}"));
        assertThat(phases(history)).first().isEqualTo("dispatch.began v");
        assertThat(decided(history)).containsExactly("next-worker", "terminate");
    }

    @Test
    void aQuestionOfTheSupervisorSuspendsItsTurnAndTheAnswerBeginsTheNext() {
        String ask = "{'kind':'clarify','questions':[{'id':'q1','question':'Which?'}]}";
        String escalate = "{'kind':'escalate','reason':'too dear'}";
        History history = History.of(loop(ask + "," + escalate + ",{'kind':'ask-user','prompt':'Well?'}," + STOP, ""))
                .started();
        assertThat(Status.of(history.state())).isEqualTo(RunStatus.WAITING_INPUT);
        history.answered("act", "{'answers':{'q1':'blue'}}");
        assertThat(Status.of(history.state())).isEqualTo(RunStatus.WAITING_APPROVAL);
        history.answered("act", "{'action':'accept'}");
        assertThat(Status.of(history.state())).isEqualTo(RunStatus.WAITING_INPUT);
        history.answered("act", "{'answers':{'q1':'yes'}}");
        assertThat(Status.of(history.state())).isEqualTo(RunStatus.COMPLETED);
        assertThat(decided(history)).containsExactly("clarify", "escalate", "ask-user", "terminate");
    }

    @Test
    void whatAnAgentIsNotSureOfIsNoDecisionBeforeAPersonRatifiesIt() {
        History history = History.of(graph().node(
                                "plan",
                                "core.orchestrator.supervisor",
                                "'mockConfidence':0.5,'mockPendingDecision':" + STOP)
                        .node("act", "core.dispatch"))
                .started();
        assertThat(decided(history)).isEmpty();
        assertThat(Status.of(history.state())).isEqualTo(RunStatus.WAITING_APPROVAL);
        History rejected = history.branchedAt(history.state().head(), "{}");
        rejected.answered("plan", "{'action':'reject','reason':'too early'}");
        assertThat(rejected.state().delegation().turns())
                .extracting(turn -> turn.decision().reason().orElse(""))
                .containsExactly("done", "mockPlan-exhausted");
        history.answered("plan", "{'action':'accept'}");
        assertThat(decided(history)).containsExactly("terminate");
        assertThat(Status.of(history.state())).isEqualTo(RunStatus.COMPLETED);
    }
}
