package dev.waybill.engine.decide;

import static dev.waybill.engine.decide.GraphText.graph;
import static dev.waybill.engine.decide.SupervisedLoopTest.created;
import static dev.waybill.engine.decide.SupervisedLoopTest.ended;
import static dev.waybill.engine.decide.SupervisedLoopTest.open;
import static dev.waybill.engine.decide.SupervisedLoopTest.worked;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.state.Turn;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.DrainPolicy;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.RunFact;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SupervisorTest {

    private static final String SUPERVISOR = "core.orchestrator.supervisor";
    private static final String NEXT = "{'kind':'next-worker','nextWorkerIds':['w']}";
    private static final String STOP = "{'kind':'terminate','reason':'done'}";

    private static GraphText loop(String supervisor, String dispatch) {
        return graph().node("plan", SUPERVISOR, supervisor)
                .node("act", "core.dispatch", dispatch)
                .edge("plan", "act")
                .edge("act", "plan");
    }

    private static List<String> decided(History history) {
        return history.state().delegation().turns().stream()
                .map(Turn::decision)
                .map(decision -> decision.kind().wire()
                        + decision.reason().map(it -> " " + it).orElse(""))
                .toList();
    }

    private static void completed(History history) {
        assertThat(Status.of(history.state())).isEqualTo(RunStatus.COMPLETED);
    }

    private static String code(History history) {
        return Objects.requireNonNull(history.state().error()).code();
    }

    @Test
    void theFirstRuleThatHoldsDecidesByWhatCameOfTheTurnsBefore() {
        History history = History.of(loop(
                        "'rules':[{'when':'length(transcript) == 0','then':" + NEXT
                                + "},{'when':'lastTurn.failed > 0','then':{'kind':'clarify','questions':['Again?']}},"
                                + "{'when':'lastTurn.answer.answers.q1 == \\\"no\\\"','then':" + STOP + "}]",
                        ""))
                .started();
        ended(created(history), RunStatus.FAILED, "{}", RunError.of("broken", "it broke"));
        assertThat(Status.of(history.state())).isEqualTo(RunStatus.WAITING_INPUT);
        history.answered("act", "{'answers':{'q1':'no'}}");
        completed(history);
        assertThat(decided(history)).containsExactly("next-worker", "clarify", "terminate done");
    }

    @Test
    void aLoopEndsWhereNoRuleApplies() {
        History history = History.of(loop("'rules':[{'when':'false','then':" + NEXT + "}]", ""))
                .started();
        assertThat(decided(history)).containsExactly("terminate no-rule-applies");
        completed(history);
    }

    @Test
    void aRuleWithoutAnAnswerFailsItsSupervisor() {
        History history = History.of(loop("'rules':[{'when':'1 < \\\"2\\\"','then':" + STOP + "}]", ""))
                .started();
        assertThat(code(history)).isEqualTo("bad_decision");
    }

    @Test
    void whoIsAskedOutsideDecidesOnceAndAReplayDoesNotAskAgain() {
        History history = History.of(loop("'supervisor':'test.planner'", "")).started();
        assertThat(Effect.pending(history.state())).singleElement().isInstanceOf(Effect.Execute.class);
        history.ended("plan", NodeResult.done(History.json("{'decision':" + NEXT + "}")));
        worked(history);
        history.ended("plan", NodeResult.done(History.json("{'decision':" + STOP + "}")));
        completed(history);
        assertThat(history.checkedAt(0, History.decider()).replay(history).all())
                .isEqualTo(history.all());
    }

    @Test
    void aTurnThatHasDecidedIsNotAskedAgainInABranchOfARunThatIsPaused() {
        History history = History.of(loop("'supervisor':'test.planner'", ""))
                .started()
                .tell(at -> new Command.Pause(at, "later", DrainPolicy.IMMEDIATE))
                .ended("plan", NodeResult.done(History.json("{'decision':" + STOP + "}")));
        long decided = history.log().stream()
                .filter(event -> event.fact().type().equals("runOrchestrator.decided"))
                .findFirst()
                .orElseThrow()
                .sequence();
        History branch = history.branchedAt(decided + 1, "{}").advanced();
        assertThat(Status.of(branch.state())).isEqualTo(RunStatus.PAUSED);
        assertThat(Effect.pending(branch.state())).isEmpty();
        completed(branch.tell(Command.Resume::new));
        assertThat(decided(branch)).containsExactly("terminate done");
    }

    @Test
    void whatIsNoDecisionFailsTheTurn() {
        History history = History.of(loop("'supervisor':'test.planner'", ""))
                .started()
                .ended("plan", NodeResult.done(History.json("{'decision':{'kind':'next-worker'}}")));
        assertThat(code(history)).isEqualTo("bad_decision");
    }

    @Test
    void anAgentOutsideThatIsNotSureOfItselfIsAskedAgainWhenItsProposalIsRejected() {
        History history = History.of(loop("'supervisor':'test.planner'", ""))
                .started()
                .ended("plan", NodeResult.done(History.json("{'decision':" + NEXT + ",'confidence':0.6}")));
        assertThat(Status.of(history.state())).isEqualTo(RunStatus.WAITING_APPROVAL);
        history.answered("plan", "{'action':'reject','reason':'no'}");
        assertThat(Effect.pending(history.state())).singleElement().isInstanceOf(Effect.Execute.class);
        history.ended("plan", NodeResult.done(History.json("{'decision':" + STOP + ",'confidence':0.6}")))
                .answered("plan", "{'action':'accept'}");
        completed(history);
        assertThat(history.state().delegation().turns())
                .extracting(Turn::iteration)
                .as("a rejected proposal is no turn")
                .containsExactly(0, 1);
    }

    @Test
    void theTurnThatWouldBeOneTooManyIsABreach() {
        History history = History.of(loop("'supervisor':'test.planner'", "")).started("{}", "{'maxLoopIterations':2}");
        for (int turn = 0; turn < 2; turn++) {
            worked(history.ended("plan", NodeResult.done(History.json("{'decision':" + NEXT + "}"))));
        }
        assertThat(code(history)).isEqualTo("loop_limit_exceeded");
        assertThat(breach(history)).isEqualTo(new DataFact.CapBreached("loop-iterations", 2, 3, "plan"));
    }

    private static DataFact.CapBreached breach(History history) {
        return history.log().stream()
                .map(Event::fact)
                .filter(DataFact.CapBreached.class::isInstance)
                .map(DataFact.CapBreached.class::cast)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aLoopMayTakeMoreTurnsThanAnOrdinaryOne() {
        String plan = String.join(",", Collections.nCopies(12, NEXT));
        History history =
                History.of(loop("'mockDispatchPlan':[" + plan + "]", "")).started();
        for (int turn = 0; turn < 12; turn++) {
            worked(history);
        }
        completed(history);
        assertThat(decided(history)).hasSize(13).last().isEqualTo("terminate mockPlan-exhausted");
    }

    @Test
    void dispatchesHaveABoundOfTheirOwn() {
        History history = worked(History.of(loop("'mockDispatchPlan':[" + NEXT + "," + NEXT + "]", "'iterationCap':1"))
                .started());
        assertThat(code(history)).isEqualTo("loop_limit_exceeded");
        assertThat(breach(history)).isEqualTo(new DataFact.CapBreached("loop-iterations", 1, 2, "act"));
    }

    @Test
    void withoutEdgesTheTwoBelongTogether() {
        History history = worked(History.of(graph().noops("aside")
                        .node("act", "core.dispatch")
                        .node("plan", SUPERVISOR, "'mockDispatchPlan':[" + NEXT + "," + STOP + "]"))
                .started());
        completed(history);
        assertThat(decided(history)).containsExactly("next-worker", "terminate done");
    }

    @Test
    void whatFollowsBeginsWhenTheLoopIsLeftAndNotBefore() {
        for (String from : List.of("plan", "act")) {
            History history = History.of(
                            graph().node("plan", SUPERVISOR, "'mockDispatchPlan':[" + NEXT + "," + STOP + "]")
                                    .node("act", "core.dispatch")
                                    .noops("after")
                                    .edge("plan", "act")
                                    .edge(from, "after"))
                    .started();
            assertThat(history.all()).doesNotContain("node.started after");
            worked(history);
            assertThat(history.all().stream().filter("node.started after"::equals))
                    .hasSize(1);
            completed(history);
        }
    }

    @Test
    void aDispatchWithoutADecisionFails() {
        assertThat(code(History.of(graph().node("act", "core.dispatch")).started()))
                .isEqualTo("no_pending_decision");
    }

    @Test
    void whoGivesUpSaysSoInTheLastEvent() {
        History history = History.of(loop(
                        "'mockDispatchPlan':[{'kind':'terminate','successCriteria':[{'key':'k','met':false}]}]", ""))
                .started();
        completed(history);
        assertThat(history.state().delegation().gaveUp()).isTrue();
        assertThat(history.log().getLast().fact()).isInstanceOfSatisfying(RunFact.RunCompleted.class, end -> {
            assertThat(end.goalUnmet()).isTrue();
            assertThat(((JsonObject) end.payload()).get("goalMet")).isEqualTo(JsonBool.FALSE);
        });
    }

    @Test
    void nothingIsEscalatedThatSaysNothingAboutItsConfidenceOrIsExactlySureEnough() {
        for (String confidence : List.of("", ",'confidence':0.5", ",'confidence':0.50")) {
            History history = worked(History.of(loop(
                            "'mockDispatchPlan':[{'kind':'next-worker','nextWorkerIds':['w']" + confidence + "}]", ""))
                    .started());
            completed(history);
            assertThat(history.all()).doesNotContain("core.workflowChain.confidence-escalated act");
        }
    }

    @Test
    void anAuthorMayAskForMoreConfidenceAndNobodyForLess() {
        String plan = "'mockDispatchPlan':[{'kind':'terminate','confidence':0.6}]";
        History history = History.of(loop(plan, "'confidenceFloor':0.8")).started();
        assertThat(Status.of(history.state())).isEqualTo(RunStatus.WAITING_APPROVAL);
        history.answered("act", "{'action':'reject'}");
        assertThat(decided(history)).containsExactly("terminate", "terminate mockPlan-exhausted");
        assertThatIllegalArgumentException().isThrownBy(() -> new Limits(1, 1, new JsonNumber("0.49")));
    }

    @Test
    void silenceIsARejection() {
        String plan = "'mockDispatchPlan':[{'kind':'next-worker','nextWorkerIds':['w'],'confidence':0.1}]";
        History history = History.of(loop(plan, "'timeoutMs':1000")).started().after(Duration.ofSeconds(2));
        completed(history);
        assertThat(history.all()).doesNotContain("core.workflowChain.event act");
        assertThat(history.state().delegation().turns().getFirst().rejected()).isTrue();
    }

    @Test
    void aMappingThatFindsNothingIsHarvestedAllTheSame() {
        History history =
                created(History.of(loop("'mockDispatchPlan':[" + NEXT + "]", "'outputMapping':{'result':'nowhere'}"))
                        .started());
        ended(history, RunStatus.COMPLETED, "{}", null);
        completed(history);
        assertThat(history.log().stream()
                        .map(Event::fact)
                        .filter(HandOverFact.HandOver.class::isInstance)
                        .map(fact -> ((HandOverFact.HandOver) fact).harvestedKeys()))
                .containsExactly(null, null, null, List.of());
    }

    @Test
    void aBranchMakesItsOwnChildForWhatIsNotOver() {
        History history = created(History.of(loop("'mockDispatchPlan':[" + NEXT + "," + STOP + "]", ""))
                .started());
        String original = open(history).childRunId();
        History branch = history.branchedAt(history.state().head(), "{}").advanced();
        assertThat(open(branch).childRunId()).isNotEqualTo(original);
        completed(worked(branch));
    }
}
