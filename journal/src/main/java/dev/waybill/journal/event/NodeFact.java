package dev.waybill.journal.event;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import org.jspecify.annotations.Nullable;

/// What happens to one node. An execution is a node and its ordinal; a retry is another attempt of it.
public sealed interface NodeFact extends RunEvent {

    @Override
    String nodeId();

    /// @param ordinal which execution of the node, from 1
    /// @param delayMs how long the node waits, where waiting is its work
    record NodeStarted(
            String nodeId,
            String typeId,
            int ordinal,
            int attempt,
            @Nullable Long delayMs) implements NodeFact {
        public static final String TYPE = "node.started";

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.builder()
                    .put("nodeId", nodeId)
                    .put("typeId", typeId)
                    .put("ordinal", ordinal)
                    .put("attempt", attempt)
                    .putIfPresent("delayMs", delayMs == null ? null : JsonNumber.of(delayMs))
                    .build();
        }

        static NodeStarted read(Payload payload) {
            return new NodeStarted(
                    payload.text("nodeId"),
                    payload.text("typeId"),
                    payload.count("ordinal"),
                    payload.count("attempt"),
                    payload.optionalLong("delayMs"));
        }
    }

    /// A long step tells how far it is.
    record NodeProgressed(
            String nodeId,
            int ordinal,
            int attempt,
            String message,
            @Nullable JsonValue progress) implements NodeFact {
        public static final String TYPE = "waybill.node.progressed";

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.builder()
                    .put("nodeId", nodeId)
                    .put("ordinal", ordinal)
                    .put("attempt", attempt)
                    .put("message", message)
                    .putIfPresent("progress", progress)
                    .build();
        }

        static NodeProgressed read(Payload payload) {
            return new NodeProgressed(
                    payload.text("nodeId"),
                    payload.count("ordinal"),
                    payload.count("attempt"),
                    payload.text("message"),
                    payload.optionalValue("progress"));
        }
    }

    record NodeCompleted(String nodeId, JsonObject outputs) implements NodeFact {
        public static final String TYPE = "node.completed";

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.builder()
                    .put("nodeId", nodeId)
                    .put("outputs", outputs)
                    .build();
        }

        static NodeCompleted read(Payload payload) {
            return new NodeCompleted(payload.text("nodeId"), payload.object("outputs"));
        }
    }

    /// @param attempts how many were made
    record NodeFailed(String nodeId, RunError error, int attempts) implements NodeFact {
        public static final String TYPE = "node.failed";

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.builder()
                    .put("nodeId", nodeId)
                    .put("error", error.toJson())
                    .put("attempts", attempts)
                    .build();
        }

        static NodeFailed read(Payload payload) {
            return new NodeFailed(payload.text("nodeId"), payload.error("error"), payload.count("attempts"));
        }
    }

    /// An attempt failed and another follows.
    ///
    /// @param attempt the one that follows
    record NodeRetried(String nodeId, int attempt, long delayMs, RunError lastError) implements NodeFact {
        public static final String TYPE = "node.retried";

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.builder()
                    .put("nodeId", nodeId)
                    .put("attempt", attempt)
                    .put("delayMs", delayMs)
                    .put("lastError", lastError.toJson())
                    .build();
        }

        static NodeRetried read(Payload payload) {
            return new NodeRetried(
                    payload.text("nodeId"),
                    payload.count("attempt"),
                    payload.integer("delayMs"),
                    payload.error("lastError"));
        }
    }

    /// Nothing that still goes on leads to the node.
    record NodeSkipped(String nodeId, String reason) implements NodeFact {
        public static final String TYPE = "node.skipped";

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.builder()
                    .put("nodeId", nodeId)
                    .put("reason", reason)
                    .build();
        }

        static NodeSkipped read(Payload payload) {
            return new NodeSkipped(payload.text("nodeId"), payload.text("reason"));
        }
    }

    record NodeCancelled(String nodeId, String reason) implements NodeFact {
        public static final String TYPE = "node.cancelled";

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.builder()
                    .put("nodeId", nodeId)
                    .put("reason", reason)
                    .build();
        }

        static NodeCancelled read(Payload payload) {
            return new NodeCancelled(payload.text("nodeId"), payload.text("reason"));
        }
    }

    record NodeSuspended(
            String nodeId,
            String interruptId,
            String kind,
            String key,
            @Nullable String reason) implements NodeFact {
        public static final String TYPE = "node.suspended";

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.builder()
                    .put("nodeId", nodeId)
                    .put("interruptId", interruptId)
                    .put("kind", kind)
                    .put("key", key)
                    .putIfPresent("reason", reason)
                    .build();
        }

        static NodeSuspended read(Payload payload) {
            return new NodeSuspended(
                    payload.text("nodeId"),
                    payload.text("interruptId"),
                    payload.text("kind"),
                    payload.text("key"),
                    payload.optionalText("reason"));
        }
    }

    record NodeResumed(String nodeId, String interruptId, JsonValue resumeValue) implements NodeFact {
        public static final String TYPE = "node.resumed";

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.builder()
                    .put("nodeId", nodeId)
                    .put("interruptId", interruptId)
                    .put("resumeValue", resumeValue)
                    .build();
        }

        static NodeResumed read(Payload payload) {
            return new NodeResumed(payload.text("nodeId"), payload.text("interruptId"), payload.value("resumeValue"));
        }
    }
}
