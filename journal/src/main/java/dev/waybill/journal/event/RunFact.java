package dev.waybill.journal.event;

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

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            JsonObject.Builder json =
                    JsonObject.builder().put("workflowId", workflowId).put("inputs", inputs);
            if (!configurable.isEmpty()) {
                json.put("configurable", configurable);
            }
            json.put("owner", owner);
            if (!metadata.isEmpty()) {
                json.put("metadata", metadata);
            }
            return json.build();
        }

        static RunStarted read(Payload payload) {
            return new RunStarted(
                    payload.text("workflowId"),
                    payload.object("inputs"),
                    payload.object("configurable"),
                    payload.object("owner"),
                    payload.object("metadata"));
        }
    }

    record RunCompleted(JsonObject outputs) implements RunFact {
        public static final String TYPE = "run.completed";

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.builder().put("outputs", outputs).build();
        }

        static RunCompleted read(Payload payload) {
            return new RunCompleted(payload.object("outputs"));
        }
    }

    record RunFailed(RunError error, @Nullable String failedNodeId) implements RunFact {
        public static final String TYPE = "run.failed";

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.builder()
                    .put("error", error.toJson())
                    .putIfPresent("failedNodeId", failedNodeId)
                    .build();
        }

        static RunFailed read(Payload payload) {
            return new RunFailed(payload.error("error"), payload.optionalText("failedNodeId"));
        }
    }

    /// The run has failed, but children are still at work: they are cancelled first, and nothing new starts.
    record RunFailing(RunError error, @Nullable String failedNodeId) implements RunFact {
        public static final String TYPE = "waybill.run.failing";

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.builder()
                    .put("error", error.toJson())
                    .putIfPresent("failedNodeId", failedNodeId)
                    .build();
        }

        static RunFailing read(Payload payload) {
            return new RunFailing(payload.error("error"), payload.optionalText("failedNodeId"));
        }
    }

    /// The first phase of a cancel: nothing new starts, outcomes that still arrive are recorded.
    record RunCancelling(
            @Nullable String reason,
            @Nullable String cancelledBy,
            @Nullable String parentRunId) implements RunFact {
        public static final String TYPE = "waybill.run.cancelling";

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.builder()
                    .putIfPresent("reason", reason)
                    .putIfPresent("cancelledBy", cancelledBy)
                    .putIfPresent("parentRunId", parentRunId)
                    .build();
        }

        static RunCancelling read(Payload payload) {
            return new RunCancelling(
                    payload.optionalText("reason"),
                    payload.optionalText("cancelledBy"),
                    payload.optionalText("parentRunId"));
        }
    }

    /// @param parentRunId set only when the parent's end took this run along
    record RunCancelled(
            @Nullable String reason,
            @Nullable String cancelledBy,
            @Nullable String parentRunId) implements RunFact {
        public static final String TYPE = "run.cancelled";

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.builder()
                    .putIfPresent("reason", reason)
                    .putIfPresent("cancelledBy", cancelledBy)
                    .putIfPresent("parentRunId", parentRunId)
                    .build();
        }

        static RunCancelled read(Payload payload) {
            return new RunCancelled(
                    payload.optionalText("reason"),
                    payload.optionalText("cancelledBy"),
                    payload.optionalText("parentRunId"));
        }
    }

    /// Somebody asked for a pause while nodes were at work: they may finish, nothing new starts.
    record RunPausing(@Nullable String reason) implements RunFact {
        public static final String TYPE = "waybill.run.pausing";

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.builder().putIfPresent("reason", reason).build();
        }

        static RunPausing read(Payload payload) {
            return new RunPausing(payload.optionalText("reason"));
        }
    }

    record RunPaused(@Nullable String reason, DrainPolicy drainPolicy) implements RunFact {
        public static final String TYPE = "run.paused";

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.builder()
                    .putIfPresent("reason", reason)
                    .put("drainPolicy", drainPolicy.wire())
                    .build();
        }

        static RunPaused read(Payload payload) {
            return new RunPaused(payload.optionalText("reason"), payload.word("drainPolicy", DrainPolicy::ofWire));
        }
    }

    record RunResumed() implements RunFact {
        public static final String TYPE = "run.resumed";

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.EMPTY;
        }

        static RunResumed read(Payload payload) {
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

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.builder()
                    .put("from", Times.format(from))
                    .put("to", Times.format(to))
                    .build();
        }

        static ClockStepped read(Payload payload) {
            return new ClockStepped(payload.word("from", Times::parse), payload.word("to", Times::parse));
        }
    }
}
