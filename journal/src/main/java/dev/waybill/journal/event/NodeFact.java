package dev.waybill.journal.event;

import static dev.waybill.journal.event.Kind.COUNT;
import static dev.waybill.journal.event.Kind.ERROR;
import static dev.waybill.journal.event.Kind.INTEGER;
import static dev.waybill.journal.event.Kind.OBJECT;
import static dev.waybill.journal.event.Kind.OPTIONAL_INTEGER;
import static dev.waybill.journal.event.Kind.OPTIONAL_NUMBER;
import static dev.waybill.journal.event.Kind.OPTIONAL_TEXT;
import static dev.waybill.journal.event.Kind.OPTIONAL_VALUE;
import static dev.waybill.journal.event.Kind.TEXT;
import static dev.waybill.journal.event.Kind.VALUE;

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

        static NodeStarted of(Members<NodeStarted> members) {
            return new NodeStarted(
                    members.at("nodeId", TEXT, NodeStarted::nodeId),
                    members.at("typeId", TEXT, NodeStarted::typeId),
                    members.at("ordinal", COUNT, NodeStarted::ordinal),
                    members.at("attempt", COUNT, NodeStarted::attempt),
                    members.at("delayMs", OPTIONAL_INTEGER, NodeStarted::delayMs));
        }
    }

    /// A long step tells how far it is.
    record NodeProgressed(
            String nodeId,
            int ordinal,
            int attempt,
            String message,
            @Nullable JsonValue progress) implements NodeFact, ActivityFact {
        public static final String TYPE = "waybill.node.progressed";

        static NodeProgressed of(Members<NodeProgressed> members) {
            return new NodeProgressed(
                    members.at("nodeId", TEXT, NodeProgressed::nodeId),
                    members.at("ordinal", COUNT, NodeProgressed::ordinal),
                    members.at("attempt", COUNT, NodeProgressed::attempt),
                    members.at("message", TEXT, NodeProgressed::message),
                    members.at("progress", OPTIONAL_VALUE, NodeProgressed::progress));
        }
    }

    record NodeCompleted(String nodeId, JsonObject outputs) implements NodeFact {
        public static final String TYPE = "node.completed";

        static NodeCompleted of(Members<NodeCompleted> members) {
            return new NodeCompleted(
                    members.at("nodeId", TEXT, NodeCompleted::nodeId),
                    members.at("outputs", OBJECT, NodeCompleted::outputs));
        }
    }

    /// @param attempts how many were made
    record NodeFailed(String nodeId, RunError error, int attempts) implements NodeFact {
        public static final String TYPE = "node.failed";

        static NodeFailed of(Members<NodeFailed> members) {
            return new NodeFailed(
                    members.at("nodeId", TEXT, NodeFailed::nodeId),
                    members.at("error", ERROR, NodeFailed::error),
                    members.at("attempts", COUNT, NodeFailed::attempts));
        }
    }

    /// An attempt failed and another follows.
    ///
    /// @param attempt the one that follows
    record NodeRetried(String nodeId, int attempt, long delayMs, RunError lastError) implements NodeFact {
        public static final String TYPE = "node.retried";

        static NodeRetried of(Members<NodeRetried> members) {
            return new NodeRetried(
                    members.at("nodeId", TEXT, NodeRetried::nodeId),
                    members.at("attempt", COUNT, NodeRetried::attempt),
                    members.at("delayMs", INTEGER, NodeRetried::delayMs),
                    members.at("lastError", ERROR, NodeRetried::lastError));
        }
    }

    /// Nothing that still goes on leads to the node.
    record NodeSkipped(String nodeId, String reason) implements NodeFact {
        public static final String TYPE = "node.skipped";

        static NodeSkipped of(Members<NodeSkipped> members) {
            return new NodeSkipped(
                    members.at("nodeId", TEXT, NodeSkipped::nodeId), members.at("reason", TEXT, NodeSkipped::reason));
        }
    }

    record NodeCancelled(String nodeId, String reason) implements NodeFact {
        public static final String TYPE = "node.cancelled";

        static NodeCancelled of(Members<NodeCancelled> members) {
            return new NodeCancelled(
                    members.at("nodeId", TEXT, NodeCancelled::nodeId),
                    members.at("reason", TEXT, NodeCancelled::reason));
        }
    }

    /// @param agentId who is not sure enough, where that is the reason
    /// @param threshold how sure it had to be
    /// @param observed how sure it was
    record NodeSuspended(
            String nodeId,
            String interruptId,
            String kind,
            String key,
            @Nullable String reason,
            @Nullable String agentId,
            @Nullable JsonNumber threshold,
            @Nullable JsonNumber observed)
            implements NodeFact {
        public static final String TYPE = "node.suspended";

        static NodeSuspended of(Members<NodeSuspended> members) {
            return new NodeSuspended(
                    members.at("nodeId", TEXT, NodeSuspended::nodeId),
                    members.at("interruptId", TEXT, NodeSuspended::interruptId),
                    members.at("kind", TEXT, NodeSuspended::kind),
                    members.at("key", TEXT, NodeSuspended::key),
                    members.at("reason", OPTIONAL_TEXT, NodeSuspended::reason),
                    members.at("agentId", OPTIONAL_TEXT, NodeSuspended::agentId),
                    members.at("threshold", OPTIONAL_NUMBER, NodeSuspended::threshold),
                    members.at("observed", OPTIONAL_NUMBER, NodeSuspended::observed));
        }
    }

    /// @param interruptId the question that was answered; null when child runs were over that the node waited for
    record NodeResumed(String nodeId, @Nullable String interruptId, JsonValue resumeValue) implements NodeFact {
        public static final String TYPE = "node.resumed";

        static NodeResumed of(Members<NodeResumed> members) {
            return new NodeResumed(
                    members.at("nodeId", TEXT, NodeResumed::nodeId),
                    members.at("interruptId", OPTIONAL_TEXT, NodeResumed::interruptId),
                    members.at("resumeValue", VALUE, NodeResumed::resumeValue));
        }
    }
}
