package dev.waybill.engine.state;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.RunError;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How a run as a whole stands, from its start to its end.
///
/// @param start the `run.started` event
/// @param startedAt when `run.started` was recorded
/// @param pause the pause that begins or goes on
/// @param breach the bound that was passed: the run fails because of it
/// @param ending how the run will end, once it is coming to its end
/// @param outcome the terminal status, once there is one
public record Lifecycle(
        Phase phase,
        @Nullable EventRef start,
        @Nullable Instant startedAt,
        @Nullable Pause pause,
        @Nullable Breach breach,
        @Nullable Ending ending,
        @Nullable RunStatus outcome,
        JsonObject outputs,
        @Nullable RunError error) {

    static final Lifecycle UNBORN =
            new Lifecycle(Phase.UNBORN, null, null, null, null, null, null, JsonObject.EMPTY, null);

    public @Nullable Instant pausedAt() {
        return pause == null ? null : pause.since();
    }

    Lifecycle started(EventRef event, Instant at) {
        return new Lifecycle(Phase.RUNNING, event, at, pause, breach, ending, outcome, outputs, error);
    }

    Lifecycle pausing(EventRef event, @Nullable String reason) {
        return new Lifecycle(
                Phase.PAUSING,
                start,
                startedAt,
                new Pause(event, reason, null),
                breach,
                ending,
                outcome,
                outputs,
                error);
    }

    Lifecycle paused(EventRef event, @Nullable String reason, Instant at) {
        return new Lifecycle(
                Phase.PAUSED, start, startedAt, new Pause(event, reason, at), breach, ending, outcome, outputs, error);
    }

    Lifecycle resumed() {
        return new Lifecycle(Phase.RUNNING, start, startedAt, null, breach, ending, outcome, outputs, error);
    }

    Lifecycle breached(Breach bound) {
        return new Lifecycle(phase, start, startedAt, pause, bound, ending, outcome, outputs, error);
    }

    Lifecycle ending(Ending how) {
        return new Lifecycle(Phase.ENDING, start, startedAt, pause, breach, how, outcome, outputs, error);
    }

    Lifecycle ended(RunStatus status, JsonObject given, @Nullable RunError why) {
        return new Lifecycle(Phase.ENDED, start, startedAt, pause, breach, ending, status, given, why);
    }

    Lifecycle shifted(Duration by) {
        return new Lifecycle(
                phase,
                start,
                startedAt == null ? null : startedAt.plus(by),
                pause == null ? null : pause.shifted(by),
                breach,
                ending == null ? null : ending.shifted(by),
                outcome,
                outputs,
                error);
    }
}
