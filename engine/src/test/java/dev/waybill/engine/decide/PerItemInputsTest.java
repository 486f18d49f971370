package dev.waybill.engine.decide;

import static dev.waybill.engine.decide.GraphText.graph;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.OrchestratorFact;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// One workflow, many items: each child gets the inputs at its own place in the decision, or none gets any.
class PerItemInputsTest {

    private static final String STOP = ",{'kind':'terminate'}";
    private static final String UNSURE = "{'kind':'next-worker','nextWorkerIds':['w'],'confidence':0.3}";

    private static History run(String decision) {
        return History.of(graph().node(
                                "plan", "core.orchestrator.supervisor", "'mockDispatchPlan':[" + decision + STOP + "]")
                        .node("act", "core.dispatch", "")
                        .edge("plan", "act")
                        .edge("act", "plan"))
                .started();
    }

    private static long count(History history, Class<?> fact) {
        return history.log().stream()
                .filter(event -> fact.isInstance(event.fact()))
                .count();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "[{'n':1}]", "[{'n':1},{'n':2},{'n':3}]"})
    void inputsForAnotherNumberOfWorkersFailTheDispatchAndStartNobody(String inputs) {
        History history = run("{'kind':'next-worker','nextWorkerIds':['w','w'],'nextWorkerInputs':" + inputs + "}");
        assertThat(Status.of(history.state())).isEqualTo(RunStatus.FAILED);
        assertThat(history.log())
                .as("the decision is on the record; the dispatch is what fails")
                .filteredOn(event -> event.fact() instanceof NodeFact.NodeFailed)
                .singleElement()
                .extracting(event -> (NodeFact.NodeFailed) event.fact())
                .satisfies(failed -> assertThat(failed.nodeId()).isEqualTo("act"))
                .satisfies(failed -> assertThat(failed.error().code()).isEqualTo("validation_error"));
        assertThat(count(history, OrchestratorFact.Decided.class)).isOne();
        assertThat(count(history, HandOverFact.HandOver.class)).isZero();
        assertThat(Effect.pending(history.state())).isEmpty();
        assertThat(history.checkedAt(0, History.decider()).replay(history).all())
                .isEqualTo(history.all());
    }

    @Test
    void aPersonWhoAdjustsADecisionSoIsRefusedAndMayTryAgain() {
        History history = run(UNSURE);
        String edit = "{'action':'edit-accept','editedArtifactData':"
                + "{'kind':'next-worker','nextWorkerIds':['v','v'],'nextWorkerInputs':[{'n':1}%s]}}";
        assertThat(history.refusal(at -> new Command.Answer(at, "act", History.json(edit.formatted("")), "ada", true)))
                .isEqualTo(RefusalCode.VALIDATION_ERROR);
        assertThat(Status.of(history.state())).isEqualTo(RunStatus.WAITING_APPROVAL);
        history.answered("act", edit.formatted(",{'n':2}"));
        assertThat(Effect.pending(history.state()))
                .first()
                .isInstanceOfSatisfying(
                        Effect.CreateChild.class,
                        child -> assertThat(child.inputs()).isEqualTo(History.json("{'n':1}")));
    }
}
