package dev.waybill.journal.event;

import static dev.waybill.journal.event.Kind.COUNT;
import static dev.waybill.journal.event.Kind.OBJECT;
import static dev.waybill.journal.event.Kind.OPTIONAL_INTEGER;
import static dev.waybill.journal.event.Kind.OPTIONAL_OBJECT;
import static dev.waybill.journal.event.Kind.OPTIONAL_TEXT;
import static dev.waybill.journal.event.Kind.OPTIONAL_VALUE;
import static dev.waybill.journal.event.Kind.TEXT;
import static dev.waybill.journal.event.Kind.TEXTS;
import static dev.waybill.journal.event.Kind.VALUE;

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

        static InterruptRequested of(Members<InterruptRequested> members) {
            return new InterruptRequested(
                    members.at("nodeId", TEXT, InterruptRequested::nodeId),
                    members.at("interruptId", TEXT, InterruptRequested::interruptId),
                    members.at("kind", TEXT, InterruptRequested::kind),
                    members.at("key", TEXT, InterruptRequested::key),
                    members.at("data", OBJECT, InterruptRequested::data),
                    members.at("timeoutMs", OPTIONAL_INTEGER, InterruptRequested::timeoutMs),
                    members.at("resumeSchema", OPTIONAL_OBJECT, InterruptRequested::resumeSchema));
        }
    }

    record InterruptResolved(
            String nodeId,
            String interruptId,
            String kind,
            JsonValue resumeValue,
            @Nullable String resolvedBy) implements InterruptFact {
        public static final String TYPE = "interrupt.resolved";

        static InterruptResolved of(Members<InterruptResolved> members) {
            return new InterruptResolved(
                    members.at("nodeId", TEXT, InterruptResolved::nodeId),
                    members.at("interruptId", TEXT, InterruptResolved::interruptId),
                    members.at("kind", TEXT, InterruptResolved::kind),
                    members.at("resumeValue", VALUE, InterruptResolved::resumeValue),
                    members.at("resolvedBy", OPTIONAL_TEXT, InterruptResolved::resolvedBy));
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

        static ApprovalRequested of(Members<ApprovalRequested> members) {
            return new ApprovalRequested(
                    members.at("nodeId", TEXT, ApprovalRequested::nodeId),
                    members.at("interruptId", TEXT, ApprovalRequested::interruptId),
                    members.at("artifactId", TEXT, ApprovalRequested::artifactId),
                    members.at("artifactType", TEXT, ApprovalRequested::artifactType),
                    members.at("title", OPTIONAL_TEXT, ApprovalRequested::title),
                    members.at("actions", TEXTS, ApprovalRequested::actions),
                    members.at("requiredApprovals", COUNT, ApprovalRequested::requiredApprovals));
        }
    }

    /// One vote. A gate may need several.
    record ApprovalReceived(
            String nodeId,
            String interruptId,
            String action,
            @Nullable String decidedBy,
            @Nullable JsonValue feedback,
            @Nullable JsonValue refineFeedback,
            @Nullable JsonValue editedArtifactData)
            implements InterruptFact {
        public static final String TYPE = "approval.received";

        static ApprovalReceived of(Members<ApprovalReceived> members) {
            return new ApprovalReceived(
                    members.at("nodeId", TEXT, ApprovalReceived::nodeId),
                    members.at("interruptId", TEXT, ApprovalReceived::interruptId),
                    members.at("action", TEXT, ApprovalReceived::action),
                    members.at("decidedBy", OPTIONAL_TEXT, ApprovalReceived::decidedBy),
                    members.at("feedback", OPTIONAL_VALUE, ApprovalReceived::feedback),
                    members.at("refineFeedback", OPTIONAL_VALUE, ApprovalReceived::refineFeedback),
                    members.at("editedArtifactData", OPTIONAL_VALUE, ApprovalReceived::editedArtifactData));
        }
    }

    record ClarificationRequested(String nodeId, String interruptId, JsonValue questions) implements InterruptFact {
        public static final String TYPE = "clarification.requested";

        static ClarificationRequested of(Members<ClarificationRequested> members) {
            return new ClarificationRequested(
                    members.at("nodeId", TEXT, ClarificationRequested::nodeId),
                    members.at("interruptId", TEXT, ClarificationRequested::interruptId),
                    members.at("questions", VALUE, ClarificationRequested::questions));
        }
    }

    /// @param answers by question id
    record ClarificationResolved(
            String nodeId,
            String interruptId,
            JsonObject answers,
            @Nullable String answeredBy) implements InterruptFact {
        public static final String TYPE = "clarification.resolved";

        static ClarificationResolved of(Members<ClarificationResolved> members) {
            return new ClarificationResolved(
                    members.at("nodeId", TEXT, ClarificationResolved::nodeId),
                    members.at("interruptId", TEXT, ClarificationResolved::interruptId),
                    members.at("answers", OBJECT, ClarificationResolved::answers),
                    members.at("answeredBy", OPTIONAL_TEXT, ClarificationResolved::answeredBy));
        }
    }
}
