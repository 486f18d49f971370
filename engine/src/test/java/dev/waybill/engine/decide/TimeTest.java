package dev.waybill.engine.decide;

import static dev.waybill.engine.decide.GraphText.graph;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.engine.state.Fold;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.DrainPolicy;
import dev.waybill.journal.event.RunFact;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Pauses, cancels and clocks.
class TimeTest {

    private static History pause(History history, DrainPolicy policy) {
        return history.tell(at -> new Command.Pause(at, "lunch", policy));
    }

    @Test
    void aPauseThatDrainsLetsWorkFinishFirst() {
        History history = History.of(graph().works("a", "b").edge("a", "b")).started();
        pause(history, DrainPolicy.DRAIN_CURRENT_NODE);
        assertThat(history.then()).containsExactly("waybill.run.pausing");
        assertThat(Status.of(history.state())).isEqualTo(RunStatus.RUNNING);
        assertThat(history.finished("a").then()).containsExactly("node.completed a", "run.paused");
        assertThat(Status.of(history.state())).isEqualTo(RunStatus.PAUSED);
        assertThat(history.tell(Command.Resume::new).then()).containsExactly("run.resumed", "node.started b");
    }

    @Test
    void aRunIsPausedOnlyWhenTheWorkUnderWayHasEnded() {
        History history = History.of(graph().works("a", "b").edge("a", "b")).started();
        pause(history, DrainPolicy.DRAIN_CURRENT_NODE);
        assertThat(Status.of(history.state())).isEqualTo(RunStatus.RUNNING);
        assertThat(history.refusal(at -> new Command.Pause(at, null, DrainPolicy.IMMEDIATE)))
                .isEqualTo(RefusalCode.RUN_ALREADY_PAUSED);
        assertThat(Status.of(history.finished("a").state())).isEqualTo(RunStatus.PAUSED);
    }

    @Test
    void aPauseAtOnceStillRecordsOutcomesAndStartsNothing() {
        History history = History.of(graph().works("a", "b").edge("a", "b")).started();
        pause(history, DrainPolicy.IMMEDIATE);
        assertThat(history.then()).containsExactly("run.paused");
        assertThat(history.finished("a").then()).containsExactly("node.completed a");
        assertThat(history.refusal(at -> new Command.Pause(at, null, DrainPolicy.IMMEDIATE)))
                .isEqualTo(RefusalCode.RUN_ALREADY_PAUSED);
        assertThat(history.tell(Command.Resume::new).then()).containsExactly("run.resumed", "node.started b");
        assertThat(history.refusal(Command.Resume::new)).isEqualTo(RefusalCode.RUN_NOT_PAUSED);
    }

    @Test
    void timeInAPauseCountsForNobody() {
        History history =
                History.of(graph().node("wait", "core.delay", "'ms':1000")).started("{}", "{'runTimeoutMs':5000}");
        history.after(Duration.ofMillis(400));
        pause(history, DrainPolicy.IMMEDIATE).later(Duration.ofHours(1)).tell(Command.Resume::new);
        assertThat(history.after(Duration.ofMillis(999)).then()).isEmpty();
        assertThat(history.after(Duration.ofMillis(1)).then()).contains("run.completed");
    }

    @Test
    void aPauseThatDrainsLetsADelayComeToItsEnd() {
        History history = History.of(graph().node("wait", "core.delay", "'ms':1000")
                        .works("b")
                        .edge("wait", "b"))
                .started();
        history.after(Duration.ofMillis(400));
        assertThat(pause(history, DrainPolicy.DRAIN_CURRENT_NODE).then()).containsExactly("waybill.run.pausing");
        assertThat(history.after(Duration.ofMillis(599)).then()).isEmpty();
        assertThat(history.after(Duration.ofMillis(1)).then()).containsExactly("node.completed wait", "run.paused");
        assertThat(history.tell(Command.Resume::new).then()).containsExactly("run.resumed", "node.started b");
    }

    @Test
    void whoResumesBeforeADelayIsDrainedLetsItGoOn() {
        History history =
                History.of(graph().node("wait", "core.delay", "'ms':1000")).started();
        history.after(Duration.ofMillis(400));
        pause(history, DrainPolicy.DRAIN_CURRENT_NODE)
                .after(Duration.ofMillis(100))
                .tell(Command.Resume::new);
        assertThat(history.after(Duration.ofMillis(500)).then()).contains("run.completed");
    }

    @Test
    void aRetryThatIsDecidedDuringAPauseWaitsItsTimeAfterIt() {
        History history = History.of(
                        graph().node("a", History.WORK, "", "", ",'settings':{'maxRetries':1,'retryDelayMs':100}"))
                .started();
        pause(history, DrainPolicy.IMMEDIATE).later(Duration.ofHours(1)).failedForNow("a");
        history.later(Duration.ofHours(1)).tell(Command.Resume::new);
        assertThat(history.after(Duration.ofMillis(99)).then()).isEmpty();
        assertThat(history.after(Duration.ofMillis(1)).then()).containsExactly("node.started a");
    }

    @Test
    void aQuestionDoesNotFallDuringAPause() {
        History history = History.of(graph().node("gate", "core.approvalGate", "'timeoutMs':1000"))
                .started();
        pause(history, DrainPolicy.IMMEDIATE).later(Duration.ofHours(1));
        history.answered("gate", "{'action':'accept'}");
        assertThat(history.tell(Command.Resume::new).status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aCancelHasTwoPhases() {
        History history = History.of(graph().works("a", "b")).started().cancelled();
        assertThat(history.then()).containsExactly("waybill.run.cancelling");
        assertThat(history.status()).isEqualTo(RunStatus.CANCELLING);
        assertThat(history.finished("a").then()).containsExactly("node.completed a");
        assertThat(history.after(Fold.CANCEL_GRACE).then()).containsExactly("node.cancelled b", "run.cancelled");
        assertThat(history.refusal(at -> new Command.Cancel(at, null, null))).isEqualTo(RefusalCode.RUN_TERMINAL);
    }

    @Test
    void whatOnlyWaitsIsCancelledAtOnce() {
        History history = History.of(
                        graph().node("wait", "core.delay", "'ms':1000").node("gate", "core.approvalGate"))
                .started()
                .cancelled();
        assertThat(history.then())
                .containsExactly(
                        "waybill.run.cancelling", "node.cancelled gate", "node.cancelled wait", "run.cancelled");
        assertThat(history.refusal(
                        at -> new Command.Answer(at, "gate", History.json("{'action':'accept'}"), null, true)))
                .isEqualTo(RefusalCode.INTERRUPT_GONE);
    }

    @Test
    void aCancelWhilePausedEndsTheRun() {
        History history = History.of(graph().works("a")).started();
        pause(history, DrainPolicy.IMMEDIATE).cancelled().finished("a");
        assertThat(history.status()).isEqualTo(RunStatus.CANCELLED);
    }

    @Test
    void aClockThatGoesBackALittleStandsStill() {
        History history = History.of(graph().works("a", "b").edge("a", "b")).started();
        history.later(Duration.ofMinutes(-4)).finished("a");
        assertThat(history.then()).containsExactly("node.completed a", "node.started b");
        assertThat(history.state().clock()).isEqualTo(History.START);
    }

    @Test
    void aClockThatStepsBackFarSaysSoAndDeadlinesKeepTheirRemainingTime() {
        History history = History.of(
                        graph().node("wait", "core.delay", "'ms':1000").works("a"))
                .started();
        history.later(Duration.ofMinutes(-5)).finished("a");
        assertThat(history.then()).containsExactly("waybill.clock.stepped", "node.completed a");
        assertThat(history.facts())
                .contains(new RunFact.ClockStepped(History.START, History.START.minus(Duration.ofMinutes(5))));
        assertThat(history.after(Duration.ofMillis(999)).then()).isEmpty();
        assertThat(history.after(Duration.ofMillis(1)).then()).contains("node.completed wait", "run.completed");
    }

    @Test
    void aClockThatStepsBackDoesNotMakeAnEndedRunGrow() {
        History history = History.of(graph().noops("a")).started().later(Duration.ofHours(-1));
        assertThat(history.advanced().then()).isEmpty();
        assertThat(history.refusal(at -> new Command.Cancel(at, null, null))).isEqualTo(RefusalCode.RUN_TERMINAL);
    }

    @Test
    void aPauseKeepsItsReasonWhileWorkFinishes() {
        History history = pause(History.of(graph().works("a")).started(), DrainPolicy.DRAIN_CURRENT_NODE);
        assertThat(history.state().pauseReason()).isEqualTo("lunch");
        history.finished("a");
        assertThat(history.facts().getLast()).isEqualTo(new RunFact.RunPaused("lunch", DrainPolicy.DRAIN_CURRENT_NODE));
        assertThat(history.state().pauseReason()).isEqualTo("lunch");
        assertThat(history.tell(Command.Resume::new).state().pauseReason()).isNull();
    }
}
