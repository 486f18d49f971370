package dev.waybill.journal.event;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a run asks of people and other systems, and what they answer.
public sealed interface InterruptFact extends RunEvent {

    @Override
    String nodeId();

    /// @param key names the question; the same key is asked once
    /// @param data what is shown to who answers
    /// @param timeoutMs how long the question stands
    record InterruptRequested(
            String nodeId,
            String interruptId,
            String kind,
            String key,
            JsonObject data,
            @Nullable Long timeoutMs,
            @Nullable JsonObject resumeSchema)
            implements InterruptFact {
        public static final String TYPE = "interrupt.requested";

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
                    .put("data", data)
                    .putIfPresent("timeoutMs", timeoutMs == null ? null : JsonNumber.of(timeoutMs))
                    .putIfPresent("resumeSchema", resumeSchema)
                    .build();
        }

        static InterruptRequested read(Payload payload) {
            return new InterruptRequested(
                    payload.text("nodeId"),
                    payload.text("interruptId"),
                    payload.text("kind"),
                    payload.text("key"),
                    payload.object("data"),
                    payload.optionalLong("timeoutMs"),
                    payload.optionalObject("resumeSchema"));
        }
    }

    record InterruptResolved(
            String nodeId,
            String interruptId,
            String kind,
            JsonValue resumeValue,
            @Nullable String resolvedBy) implements InterruptFact {
        public static final String TYPE = "interrupt.resolved";

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
                    .put("resumeValue", resumeValue)
                    .putIfPresent("resolvedBy", resolvedBy)
                    .build();
        }

        static InterruptResolved read(Payload payload) {
            return new InterruptResolved(
                    payload.text("nodeId"),
                    payload.text("interruptId"),
                    payload.text("kind"),
                    payload.value("resumeValue"),
                    payload.optionalText("resolvedBy"));
        }
    }

    record ApprovalRequested(
            String nodeId,
            String interruptId,
            String artifactId,
            String artifactType,
            @Nullable String title,
            List<String> actions,
            int requiredApprovals)
            implements InterruptFact {
        public static final String TYPE = "approval.requested";

        public ApprovalRequested {
            actions = List.copyOf(actions);
        }

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.builder()
                    .put("nodeId", nodeId)
                    .put("interruptId", interruptId)
                    .put("artifactId", artifactId)
                    .put("artifactType", artifactType)
                    .putIfPresent("title", title)
                    .put("actions", JsonArray.ofStrings(actions))
                    .put("requiredApprovals", requiredApprovals)
                    .build();
        }

        static ApprovalRequested read(Payload payload) {
            return new ApprovalRequested(
                    payload.text("nodeId"),
                    payload.text("interruptId"),
                    payload.text("artifactId"),
                    payload.text("artifactType"),
                    payload.optionalText("title"),
                    payload.texts("actions"),
                    payload.count("requiredApprovals"));
        }
    }

    /// One vote. A gate may need several.
    record ApprovalReceived(
            String nodeId,
            String interruptId,
            String action,
            @Nullable String decidedBy,
            @Nullable JsonValue feedback,
            @Nullable JsonValue editedArtifactData)
            implements InterruptFact {
        public static final String TYPE = "approval.received";

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.builder()
                    .put("nodeId", nodeId)
                    .put("interruptId", interruptId)
                    .put("action", action)
                    .putIfPresent("decidedBy", decidedBy)
                    .putIfPresent("feedback", feedback)
                    .putIfPresent("editedArtifactData", editedArtifactData)
                    .build();
        }

        static ApprovalReceived read(Payload payload) {
            return new ApprovalReceived(
                    payload.text("nodeId"),
                    payload.text("interruptId"),
                    payload.text("action"),
                    payload.optionalText("decidedBy"),
                    payload.optionalValue("feedback"),
                    payload.optionalValue("editedArtifactData"));
        }
    }

    record ClarificationRequested(String nodeId, String interruptId, JsonValue questions) implements InterruptFact {
        public static final String TYPE = "clarification.requested";

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.builder()
                    .put("nodeId", nodeId)
                    .put("interruptId", interruptId)
                    .put("questions", questions)
                    .build();
        }

        static ClarificationRequested read(Payload payload) {
            return new ClarificationRequested(
                    payload.text("nodeId"), payload.text("interruptId"), payload.value("questions"));
        }
    }

    /// @param answers by question id
    record ClarificationResolved(
            String nodeId,
            String interruptId,
            JsonObject answers,
            @Nullable String answeredBy) implements InterruptFact {
        public static final String TYPE = "clarification.resolved";

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.builder()
                    .put("nodeId", nodeId)
                    .put("interruptId", interruptId)
                    .put("answers", answers)
                    .putIfPresent("answeredBy", answeredBy)
                    .build();
        }

        static ClarificationResolved read(Payload payload) {
            return new ClarificationResolved(
                    payload.text("nodeId"),
                    payload.text("interruptId"),
                    payload.object("answers"),
                    payload.optionalText("answeredBy"));
        }
    }
}
