package dev.waybill.journal.event;

import static dev.waybill.journal.event.Kind.DRAIN_POLICY;
import static dev.waybill.journal.event.Kind.ERROR;
import static dev.waybill.journal.event.Kind.FALSE_IF;
import static dev.waybill.journal.event.Kind.OBJECT;
import static dev.waybill.journal.event.Kind.OBJECT_IF_ANY;
import static dev.waybill.journal.event.Kind.OPTIONAL_TEXT;
import static dev.waybill.journal.event.Kind.TEXT;
import static dev.waybill.journal.event.Kind.TIME;

import dev.waybill.base.json.JsonObject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What happens to a run as a whole.
public sealed interface RunFact extends RunEvent {

    /// @param workflowId the definition's id, as its author wrote it
    /// @param owner `tenant`, and where known `workspace` and `principal`
    record RunStarted(
            String workflowId, JsonObject inputs, JsonObject configurable, JsonObject owner, JsonObject metadata)
            implements RunFact {
        public static final String TYPE = "run.started";

        static RunStarted of(Members<RunStarted> members) {
            return new RunStarted(
                    members.at("workflowId", TEXT, RunStarted::workflowId),
                    members.at("inputs", OBJECT, RunStarted::inputs),
                    members.at("configurable", OBJECT_IF_ANY, RunStarted::configurable),
                    members.at("owner", OBJECT, RunStarted::owner),
                    members.at("metadata", OBJECT_IF_ANY, RunStarted::metadata));
        }
    }

    /// @param goalUnmet whether the run's supervisor gave up: nothing broke, and what was wanted is not reached
    record RunCompleted(JsonObject outputs, boolean goalUnmet) implements RunFact {
        public static final String TYPE = "run.completed";

        public RunCompleted(JsonObject outputs) {
            this(outputs, false);
        }

        static RunCompleted of(Members<RunCompleted> members) {
            return new RunCompleted(
                    members.at("outputs", OBJECT, RunCompleted::outputs),
                    members.at("goalMet", FALSE_IF, RunCompleted::goalUnmet));
        }
    }

    record RunFailed(RunError error, @Nullable String failedNodeId) implements RunFact {
        public static final String TYPE = "run.failed";

        static RunFailed of(Members<RunFailed> members) {
            return new RunFailed(
                    members.at("error", ERROR, RunFailed::error),
                    members.at("failedNodeId", OPTIONAL_TEXT, RunFailed::failedNodeId));
        }
    }

    /// The run has failed, but children are still at work: they are cancelled first, and nothing new starts.
    record RunFailing(RunError error, @Nullable String failedNodeId) implements RunFact {
        public static final String TYPE = "waybill.run.failing";

        static RunFailing of(Members<RunFailing> members) {
            return new RunFailing(
                    members.at("error", ERROR, RunFailing::error),
                    members.at("failedNodeId", OPTIONAL_TEXT, RunFailing::failedNodeId));
        }
    }

    /// The first phase of a cancel: nothing new starts, outcomes that still arrive are recorded.
    record RunCancelling(
            @Nullable String reason,
            @Nullable String cancelledBy,
            @Nullable String parentRunId) implements RunFact {
        public static final String TYPE = "waybill.run.cancelling";

        static RunCancelling of(Members<RunCancelling> members) {
            return new RunCancelling(
                    members.at("reason", OPTIONAL_TEXT, RunCancelling::reason),
                    members.at("cancelledBy", OPTIONAL_TEXT, RunCancelling::cancelledBy),
                    members.at("parentRunId", OPTIONAL_TEXT, RunCancelling::parentRunId));
        }
    }

    /// @param parentRunId set only when the parent's end took this run along
    record RunCancelled(
            @Nullable String reason,
            @Nullable String cancelledBy,
            @Nullable String parentRunId) implements RunFact {
        public static final String TYPE = "run.cancelled";

        static RunCancelled of(Members<RunCancelled> members) {
            return new RunCancelled(
                    members.at("reason", OPTIONAL_TEXT, RunCancelled::reason),
                    members.at("cancelledBy", OPTIONAL_TEXT, RunCancelled::cancelledBy),
                    members.at("parentRunId", OPTIONAL_TEXT, RunCancelled::parentRunId));
        }
    }

    /// Somebody asked for a pause while nodes were at work: they may finish, nothing new starts.
    record RunPausing(@Nullable String reason) implements RunFact {
        public static final String TYPE = "waybill.run.pausing";

        static RunPausing of(Members<RunPausing> members) {
            return new RunPausing(members.at("reason", OPTIONAL_TEXT, RunPausing::reason));
        }
    }

    record RunPaused(@Nullable String reason, DrainPolicy drainPolicy) implements RunFact {
        public static final String TYPE = "run.paused";

        static RunPaused of(Members<RunPaused> members) {
            return new RunPaused(
                    members.at("reason", OPTIONAL_TEXT, RunPaused::reason),
                    members.at("drainPolicy", DRAIN_POLICY, RunPaused::drainPolicy));
        }
    }

    record RunResumed() implements RunFact {
        public static final String TYPE = "run.resumed";

        static RunResumed of(Members<RunResumed> members) {
            return new RunResumed();
        }
    }

    /// The clock moved by more than a run's logical time can follow; a verifier takes it as the reason for the jump.
    record ClockStepped(Instant from, Instant to) implements RunFact {
        public static final String TYPE = "waybill.clock.stepped";

        public ClockStepped {
            from = Times.micros(from);
            to = Times.micros(to);
        }

        static ClockStepped of(Members<ClockStepped> members) {
            return new ClockStepped(
                    members.at("from", TIME, ClockStepped::from), members.at("to", TIME, ClockStepped::to));
        }
    }
}
