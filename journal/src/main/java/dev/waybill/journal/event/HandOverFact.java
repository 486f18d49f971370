package dev.waybill.journal.event;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Work that goes to a child run, and what comes back.
public sealed interface HandOverFact extends RunEvent {

    /// Stands in the envelope; these payloads are closed.
    @Override
    String nodeId();

    record NodeDispatched(String nodeId, String childRunId, String childWorkflowId, String childStatus)
            implements HandOverFact {
        public static final String TYPE = "node.dispatched";

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.builder()
                    .put("childRunId", childRunId)
                    .put("childWorkflowId", childWorkflowId)
                    .put("childStatus", childStatus)
                    .build();
        }

        static NodeDispatched read(Payload payload) {
            return new NodeDispatched(
                    payload.node(),
                    payload.text("childRunId"),
                    payload.text("childWorkflowId"),
                    payload.text("childStatus"));
        }
    }

    /// One phase of a hand-over.
    ///
    /// @param workerId the child's definition
    /// @param parentRunId of the run that handed over; a replay shows its source here
    record HandOver(
            String nodeId,
            HandOverPhase phase,
            String workerId,
            String parentRunId,
            @Nullable String childRunId,
            List<String> harvestedKeys,
            @Nullable RunError error)
            implements HandOverFact {
        public static final String TYPE = "core.workflowChain.event";

        public HandOver {
            harvestedKeys = List.copyOf(harvestedKeys);
        }

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.builder()
                    .put("phase", phase.wire())
                    .put("workerId", workerId)
                    .put("parentRunId", parentRunId)
                    .putIfPresent("childRunId", childRunId)
                    .putIfPresent("harvestedKeys", harvestedKeys.isEmpty() ? null : JsonArray.ofStrings(harvestedKeys))
                    .putIfPresent("error", error == null ? null : error.toJson())
                    .build();
        }

        static HandOver read(Payload payload) {
            return new HandOver(
                    payload.node(),
                    payload.word("phase", HandOverPhase::ofWire),
                    payload.text("workerId"),
                    payload.text("parentRunId"),
                    payload.optionalText("childRunId"),
                    payload.texts("harvestedKeys"),
                    payload.optionalError("error"));
        }
    }
}
