package dev.waybill.engine.decide;

import static dev.waybill.engine.decide.GraphText.graph;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.state.Occupation;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.RunError;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandOverTest {

    private static History calling(String config) {
        return History.of(graph().node("call", "core.subWorkflow", "'workflowId':'child'" + config)
                        .variables("{'name':'p','type':'string','defaultValue':'v'}"))
                .started();
    }

    private static String child(History history) {
        return ((Occupation.HandingOver) history.state().node("call").occupation())
                .handOvers()
                .getFirst()
                .childRunId();
    }

    private static History confirmed(String config) {
        History history = calling(config);
        String child = child(history);
        return history.tell(at -> new Command.ConfirmHandOver(at, "call", child));
    }

    private static History collected(History history, RunStatus status) {
        String child = child(history);
        return history.tell(at ->
                new Command.Collect(at, "call", child, status, History.json("{'r':'done'}"), JsonObject.EMPTY, null));
    }

    @Test
    void theChildsNameIsFixedBeforeTheChildIsThere() {
        History history = calling(",'inputMapping':{'c':'p','d':'unset'}");
        assertThat(history.all()).containsExactly("run.started", "node.started call");
        assertThat(Effect.pending(history.state()))
                .singleElement()
                .isInstanceOfSatisfying(Effect.CreateChild.class, effect -> {
                    assertThat(effect.childRunId()).isEqualTo(child(history));
                    assertThat(effect.plan().workerId()).isEqualTo("child");
                    assertThat(effect.inputs()).isEqualTo(History.json("{'c':'v'}"));
                });
    }

    @Test
    void aChildThatCompletesBringsItsOutput() {
        History history = collected(confirmed(",'outputMapping':{'answer':'r'}"), RunStatus.COMPLETED);
        assertThat(history.then()).containsExactly("variable.changed call", "node.completed call", "run.completed");
        assertThat(history.all())
                .as("only a supervisor's decision has a chain of its own")
                .doesNotContain("core.workflowChain.event call");
        assertThat(history.state().variables()).containsEntry("answer", new JsonString("done"));
    }

    @Test
    void aChildThatFailsFailsItsNodeAndBringsNothing() {
        History history = collected(confirmed(",'outputMapping':{'answer':'r'}"), RunStatus.FAILED);
        assertThat(history.error()).isEqualTo("child_failed");
        assertThat(history.state().variables()).doesNotContainKey("answer");
        History absorbed = collected(confirmed(",'onChildFailure':'absorb'"), RunStatus.FAILED);
        assertThat(absorbed.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(collected(confirmed(""), RunStatus.CANCELLED).error()).isEqualTo("child_cancelled");
    }

    @Test
    void aChildThatCannotBeCreatedFailsItsNode() {
        History history = calling("");
        String child = child(history);
        history.tell(at -> new Command.RefuseHandOver(at, "call", child, RunError.of("workflow_not_found", "gone")));
        assertThat(history.error()).isEqualTo("workflow_not_found");
    }

    @Test
    void whoDoesNotWaitGoesOnAtOnce() {
        assertThat(confirmed(",'waitForCompletion':false").status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void anEndIsCollectedOnce() {
        History history = confirmed("");
        String child = child(history);
        collected(history, RunStatus.COMPLETED);
        assertThat(history.refusal(at -> new Command.Collect(
                        at, "call", child, RunStatus.COMPLETED, JsonObject.EMPTY, JsonObject.EMPTY, null)))
                .isEqualTo(RefusalCode.NOT_PENDING);
        assertThat(history.refusal(at -> new Command.ConfirmHandOver(at, "call", child)))
                .isEqualTo(RefusalCode.NOT_PENDING);
    }

    @Test
    void aCancelledParentWaitsForTheChildThatItTakesAlong() {
        History history = confirmed("").cancelled();
        assertThat(history.then()).containsExactly("waybill.run.cancelling");
        assertThat(Effect.pending(history.state()))
                .containsExactly(new Effect.CancelChild(
                        "call", child(history), history.log().getLast().eventId()));
        assertThat(collected(history, RunStatus.CANCELLED).status()).isEqualTo(RunStatus.CANCELLED);
        assertThat(confirmed(",'propagateCancellation':false").cancelled().status())
                .isEqualTo(RunStatus.CANCELLED);
        assertThat(calling("").cancelled().then())
                .isEqualTo(List.of("waybill.run.cancelling", "node.cancelled call", "run.cancelled"));
    }
}
