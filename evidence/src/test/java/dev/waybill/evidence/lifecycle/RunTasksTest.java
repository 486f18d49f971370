package dev.waybill.evidence.lifecycle;

import static dev.waybill.evidence.lifecycle.Runs.CANCELLED;
import static dev.waybill.evidence.lifecycle.Runs.COMPLETED;
import static dev.waybill.evidence.lifecycle.Runs.FAILED;
import static dev.waybill.evidence.lifecycle.Runs.NOON;
import static dev.waybill.evidence.lifecycle.Runs.STARTED;
import static dev.waybill.evidence.lifecycle.Runs.began;
import static dev.waybill.evidence.lifecycle.Runs.branch;
import static dev.waybill.evidence.lifecycle.Runs.caller;
import static dev.waybill.evidence.lifecycle.Runs.done;
import static dev.waybill.evidence.lifecycle.Runs.rejected;
import static dev.waybill.evidence.lifecycle.Runs.replay;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.TaskState;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.task.RunSource;
import dev.waybill.evidence.task.TaskStep;
import dev.waybill.journal.Origin;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunTasksTest {

    private static final String TASK = "task_8c69bd04b163";

    private static List<TaskState> states(RunTask task) {
        return task.moments().stream().map(Moment::state).toList();
    }

    @Test
    void aRunWithReviewAndMergeGoesThroughEveryState() {
        RunTask task = new Runs()
                .with(
                        1,
                        STARTED,
                        began("code"),
                        done("code"),
                        done("open"),
                        done("ci"),
                        done("review"),
                        done("merge"),
                        COMPLETED)
                .task();
        assertThat(states(task))
                .containsExactly(
                        TaskState.PLANNED,
                        TaskState.ASSIGNED,
                        TaskState.RUNNING,
                        TaskState.PR_OPEN,
                        TaskState.CI_PASS,
                        TaskState.REVIEW_PASS,
                        TaskState.MERGED);
        assertThat(task.moments().getLast())
                .describedAs("the step that merges tells when, not the end of the run")
                .isEqualTo(new Moment(
                        TaskState.MERGED, NOON.plusSeconds(106), Runs.id(1), "evt_6", 6, EvidenceEnvelope.NONE));
    }

    @Test
    void aStateThatDidNotHappenIsLeftOut() {
        assertThat(states(new Runs()
                        .with(1, STARTED, began("a"), done("a"), COMPLETED)
                        .task()))
                .containsExactly(TaskState.PLANNED, TaskState.ASSIGNED, TaskState.RUNNING, TaskState.MERGED);
    }

    @Test
    void aGateThatSaidNoLetsNothingPass() {
        assertThat(states(new Runs()
                        .with(1, STARTED, began("review"), rejected("review"), FAILED)
                        .task()))
                .containsExactly(TaskState.PLANNED, TaskState.ASSIGNED, TaskState.RUNNING, TaskState.ABORTED);
    }

    @Test
    void aLoopThatComesByAgainTakesNothingBack() {
        RunTask task = new Runs()
                .with(1, STARTED, began("ci"), done("ci"), done("open"), began("ci"), done("ci"), COMPLETED)
                .task();
        assertThat(states(task))
                .containsExactly(
                        TaskState.PLANNED, TaskState.ASSIGNED, TaskState.RUNNING, TaskState.CI_PASS, TaskState.MERGED);
    }

    @Test
    void idsHaveTheProtocolsFormatsAndAreTheSameNextTime() {
        RunTask task = new Runs().with(1, STARTED).task();
        assertThat(task.id()).matches("task_[0-9a-f]{12}");
        assertThat(task.episode()).matches("ep_[0-9a-f]{24}").startsWith("ep_019c");
        assertThat(task.attempts().getFirst().id()).matches("att_[0-9a-f]{12}");
        assertThat(new Runs().with(1, STARTED).task()).isEqualTo(task);
        assertThat(new Runs().with(2, STARTED).task().id()).isNotEqualTo(task.id());
    }

    @Test
    void theCallersNamesGoBeforeOurs() {
        RunTask task =
                new Runs().with(1, new Origin.Start(), caller(TASK), STARTED).task();
        assertThat(task.id()).isEqualTo(TASK);
        assertThat(task.correlation()).isEqualTo("corr_1");
    }

    @Test
    void aBranchIsAnotherAttemptAndMayMergeWhatTheFirstCouldNot() {
        RunTask task = new Runs()
                .with(1, STARTED, began("a"), FAILED)
                .with(2, branch(1, 2), JsonObject.EMPTY, STARTED, began("a"), began("a"), done("a"), COMPLETED)
                .task();
        assertThat(task.attempts()).hasSize(2);
        assertThat(task.state()).isEqualTo(TaskState.MERGED);
        assertThat(task.moments().getLast().run()).isEqualTo(Runs.id(2));
        assertThat(task.attempts().getLast().moments().getFirst().sequence())
                .describedAs("what the branch shares with its source is the source's")
                .isEqualTo(2);
    }

    @Test
    void aTaskIsAbortedOnlyWhenNoAttemptIsLeft() {
        Runs open = new Runs()
                .with(1, STARTED, began("a"), FAILED)
                .with(2, branch(1, 1), JsonObject.EMPTY, STARTED, began("a"));
        assertThat(open.task().state()).isEqualTo(TaskState.RUNNING);
        Runs over = new Runs()
                .with(1, STARTED, began("a"), FAILED)
                .with(2, branch(1, 1), JsonObject.EMPTY, STARTED, began("a"), CANCELLED);
        assertThat(over.task().state()).isEqualTo(TaskState.ABORTED);
        assertThat(over.task().moments().getLast().run()).isEqualTo(Runs.id(2));
    }

    @Test
    void aBranchThatFailsLaterTakesAMergeNotBack() {
        RunTask task = new Runs()
                .with(1, STARTED, began("a"), COMPLETED)
                .with(2, branch(1, 1), JsonObject.EMPTY, STARTED, began("a"), FAILED)
                .task();
        assertThat(task.state()).isEqualTo(TaskState.MERGED);
        assertThat(task.moments().getLast().run()).isEqualTo(Runs.id(1));
    }

    @Test
    void replaysAreNoEvidenceAndChildrenWorkForTheirParent() {
        Runs runs = new Runs()
                .with(1, STARTED, began("a"))
                .with(2, replay(1), JsonObject.EMPTY, STARTED, began("a"), COMPLETED)
                .with(3, new Origin.Child(Runs.id(1), "wf", "a", 1), JsonObject.EMPTY, STARTED, COMPLETED);
        assertThat(runs.task().attempts()).hasSize(1);
        assertThat(runs.task().state()).isEqualTo(TaskState.RUNNING);
    }

    @Test
    void aBranchOfABranchIsStillAnAttemptAtTheFirstTask() {
        RunTask task = new Runs()
                .with(1, STARTED, FAILED)
                .with(2, branch(1, 1), JsonObject.EMPTY, STARTED, FAILED)
                .with(3, branch(2, 1), JsonObject.EMPTY, STARTED, COMPLETED)
                .task();
        assertThat(task.attempts()).hasSize(3);
    }

    @Test
    void aRunThatHasDoneNothingIsNoTaskYet() {
        assertThat(new Runs().with(1).tasks()).isEmpty();
    }

    @Test
    void stepsForALedgerNameTheEventTheyCameFrom() {
        RunTask task = new Runs().with(1, STARTED, COMPLETED).task();
        TaskStep last = task.steps("waybill").getLast();
        assertThat(last.to()).isEqualTo(TaskState.MERGED);
        assertThat(last.source())
                .isEqualTo(new RunSource(
                        Runs.id(1).value(),
                        Runs.id(1) + "/evt_1",
                        task.attempts().getFirst().id(),
                        NOON.plusSeconds(101)));
    }
}
