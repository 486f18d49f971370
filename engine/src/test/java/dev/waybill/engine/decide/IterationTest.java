package dev.waybill.engine.decide;

import static dev.waybill.engine.decide.GraphText.graph;
import static dev.waybill.engine.decide.SupervisedLoopTest.created;
import static dev.waybill.engine.decide.SupervisedLoopTest.ended;
import static dev.waybill.engine.decide.SupervisedLoopTest.worked;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.OrchestratorFact;
import dev.waybill.journal.event.RunError;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Which turn it is: told with every decision, one more with each, whatever happens in between.
class IterationTest {

    private static final String NEXT = "{'kind':'next-worker','nextWorkerIds':['w']}";
    private static final String UNSURE = "{'kind':'next-worker','nextWorkerIds':['w'],'confidence':0.2}";
    private static final String ASK = "{'kind':'clarify','questions':[{'id':'q1','question':'Which?'}]}";
    private static final String ESCALATE = "{'kind':'escalate','reason':'too dear'}";
    private static final String STOP = "{'kind':'terminate','reason':'done'}";

    private static GraphText loop(String supervisor) {
        return graph().node("plan", "core.orchestrator.supervisor", supervisor)
                .node("act", "core.dispatch", "")
                .edge("plan", "act")
                .edge("act", "plan");
    }

    private static History planned(String... decisions) {
        return History.of(loop("'mockDispatchPlan':[" + String.join(",", decisions) + "]"))
                .started();
    }

    static List<Long> iterations(History history) {
        return history.facts().stream()
                .flatMap(fact -> fact instanceof OrchestratorFact.Decided decided
                        ? Stream.of(Objects.requireNonNull(decided.iteration()))
                        : Stream.empty())
                .toList();
    }

    private static void counts(History history, int turns) {
        assertThat(iterations(history))
                .isEqualTo(LongStream.rangeClosed(1, turns).boxed().toList());
    }

    /// Every kind of turn once.
    private static History eventful() {
        History history = planned(NEXT, ASK, UNSURE, ESCALATE, NEXT, UNSURE, UNSURE, STOP);
        ended(created(history), RunStatus.FAILED, "{}", RunError.of("broken", "it broke"));
        history.answered("act", "{'answers':{'q1':'blue'}}");
        counts(history, 3);
        worked(history.answered("act", "{'action':'accept'}"));
        history.answered("act", "{'action':'reject'}");
        ended(created(history), RunStatus.CANCELLED, "{}", RunError.of("cancelled", "enough"));
        history.answered("act", "{'action':'reject','reason':'no'}");
        return worked(history.answered("act", "{'action':'edit-accept','editedArtifactData':" + NEXT + "}"));
    }

    @Test
    void itGoesUpByOneWhateverComesOfATurn() {
        History history = eventful();
        assertThat(history.status()).isEqualTo(RunStatus.COMPLETED);
        counts(history, 8);
    }

    @Test
    void aSuspendedTurnIsFinishedWithoutASecondDecisionAndTheNextOneCountsOn() {
        for (String asking : List.of(ASK, ESCALATE, UNSURE)) {
            History history = planned(NEXT, asking, STOP);
            worked(history);
            assertThat(history.status().wire()).startsWith("waiting");
            counts(history, 2);
            history.after(Duration.ofHours(3));
            counts(history, 2);
            history.answered(
                    "act", asking.equals(ASK) ? "{'answers':{'q1':'x'}}" : "{'action':'reject','reason':'no'}");
            counts(history, 3);
            assertThat(history.count("runOrchestrator.decided plan")).isEqualTo(3);
        }
    }

    @Test
    void aHeldProposalIsNoTurnBeforeItIsRatified() {
        History held = History.of(loop("'mockConfidence':0.5,'mockPendingDecision':" + NEXT + ",'mockDispatchPlan':["
                        + NEXT + "," + STOP + "]"))
                .started();
        counts(held, 0);
        History rejected = held.branchedAt(held.state().head(), "{}").answered("plan", "{'action':'reject'}");
        worked(rejected);
        counts(rejected, 2);
        worked(held.answered("plan", "{'action':'accept'}"));
        worked(held);
        counts(held, 3);
    }

    @Test
    void aSupervisorThatIsTriedAgainIsInTheSameTurn() {
        History history = History.of(graph().node(
                                "plan",
                                "core.orchestrator.supervisor",
                                "'supervisor':'test.planner'",
                                "",
                                ",'settings':{'maxRetries':2,'retryDelayMs':100}")
                        .node("act", "core.dispatch", "")
                        .edge("plan", "act")
                        .edge("act", "plan"))
                .started();
        history.failedForNow("plan").after(Duration.ofMinutes(1));
        worked(history.ended("plan", NodeResult.done(History.json("{'decision':" + NEXT + "}"))));
        history.failedForNow("plan").after(Duration.ofMinutes(1));
        history.ended("plan", NodeResult.done(History.json("{'decision':" + STOP + "}")));
        assertThat(history.count("node.started plan")).isEqualTo(4);
        counts(history, 2);
    }

    @Test
    void forksAtEveryEventCountOnWhereTheirSourceStood() {
        History source = eventful();
        for (int at = 1; at <= source.log().size(); at++) {
            History replay = source.replayedAt(at, source.decidedBy()).replay(source);
            assertThat(iterations(replay)).as("replay at %d", at).isEqualTo(iterations(source));
            if (at < source.log().size()) {
                History branch = source.branchedAt(at, "{}").advanced();
                assertThat(iterations(branch))
                        .as("branch at %d", at)
                        .isEqualTo(LongStream.rangeClosed(1, iterations(branch).size())
                                .boxed()
                                .toList());
            }
        }
    }

    @Test
    void theTurnBehindTheBoundIsToldAndFailsTheRun() {
        History history = History.of(loop("'mockDispatchPlan':[" + NEXT + "," + UNSURE + "," + NEXT + "]"))
                .started("{}", "{'maxLoopIterations':2}");
        worked(history);
        worked(history.answered("act", "{'action':'accept'}"));
        counts(history, 2);
        assertThat(history.facts()).contains(new DataFact.CapBreached("loop-iterations", 2, 3, "plan"));
        assertThat(history.error()).isEqualTo("loop_limit_exceeded");
        JsonObject details = Objects.requireNonNull(history.state().error()).details();
        assertThat(details.get("iteration")).hasToString("3");
    }

    @Test
    void aSupervisorIsToldTheLatestTurnsAndStillKnowsWhichOneItIs() {
        String plan = String.join(",", Collections.nCopies(103, NEXT));
        History history = History.of(loop("'mockDispatchPlan':[" + plan + "," + STOP + "]"))
                .started();
        for (int turn = 0; turn < 103; turn++) {
            worked(history);
        }
        counts(history, 104);
        assertThat(history.state().delegation().transcript(100).items())
                .hasSize(100)
                .first()
                .asString()
                .contains("\"iteration\":5");
        assertThat(history.status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void anAuthorMayHaveFewerTurnsToldToTheRules() {
        String rules = "'rules':[{'when':'length(transcript) == 2 && transcript[0].iteration == 3','then':" + STOP
                + "},{'then':" + NEXT + "}]";
        History few = History.of(loop(rules + ",'transcriptWindow':2")).started();
        for (int turn = 0; turn < 4; turn++) {
            worked(few);
        }
        assertThat(few.status()).isEqualTo(RunStatus.COMPLETED);
        counts(few, 5);
    }
}
