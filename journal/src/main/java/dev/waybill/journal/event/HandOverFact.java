package dev.waybill.journal.event;

import static dev.waybill.journal.event.Kind.NODE;
import static dev.waybill.journal.event.Kind.NUMBER;
import static dev.waybill.journal.event.Kind.OBJECT;
import static dev.waybill.journal.event.Kind.OPTIONAL_ERROR;
import static dev.waybill.journal.event.Kind.OPTIONAL_OBJECT;
import static dev.waybill.journal.event.Kind.OPTIONAL_TEXT;
import static dev.waybill.journal.event.Kind.OPTIONAL_TEXTS;
import static dev.waybill.journal.event.Kind.PHASE;
import static dev.waybill.journal.event.Kind.TEXT;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Work that goes to a child run, and what comes back.
public sealed interface HandOverFact extends RunEvent {

    /// Stands in the envelope; these payloads are closed.
    @Override
    String nodeId();

    /// The same as another run shows it.
    default HandOverFact from(String parent) {
        return this;
    }

    record NodeDispatched(String nodeId, String childRunId, String childWorkflowId, String childStatus)
            implements HandOverFact {
        public static final String TYPE = "node.dispatched";

        static NodeDispatched of(Members<NodeDispatched> members) {
            return new NodeDispatched(
                    members.at("nodeId", NODE, NodeDispatched::nodeId),
                    members.at("childRunId", TEXT, NodeDispatched::childRunId),
                    members.at("childWorkflowId", TEXT, NodeDispatched::childWorkflowId),
                    members.at("childStatus", TEXT, NodeDispatched::childStatus));
        }
    }

    /// One phase of a hand-over behind the decision of a supervisor.
    ///
    /// @param workerId the child's definition
    /// @param parentRunId of the run that handed over; a replay shows its source here
    /// @param childRunId absent before the child is there
    /// @param harvestedKeys the parent's variables that were filled; null in every other phase
    /// @param attestation checksum and algorithm of what the child brought back, where the author asks for it
    record HandOver(
            String nodeId,
            HandOverPhase phase,
            String workerId,
            String parentRunId,
            @Nullable String childRunId,
            @Nullable List<String> harvestedKeys,
            @Nullable JsonObject attestation,
            @Nullable RunError error)
            implements HandOverFact {
        public static final String TYPE = "core.workflowChain.event";

        /// Without an attestation.
        public HandOver(
                String nodeId,
                HandOverPhase phase,
                String workerId,
                String parentRunId,
                @Nullable String childRunId,
                @Nullable List<String> harvestedKeys,
                @Nullable RunError error) {
            this(nodeId, phase, workerId, parentRunId, childRunId, harvestedKeys, null, error);
        }

        public HandOver {
            harvestedKeys = harvestedKeys == null ? null : List.copyOf(harvestedKeys);
        }

        @Override
        public HandOver from(String parent) {
            return new HandOver(nodeId, phase, workerId, parent, childRunId, harvestedKeys, attestation, error);
        }

        static HandOver of(Members<HandOver> members) {
            return new HandOver(
                    members.at("nodeId", NODE, HandOver::nodeId),
                    members.at("phase", PHASE, HandOver::phase),
                    members.at("workerId", TEXT, HandOver::workerId),
                    members.at("parentRunId", TEXT, HandOver::parentRunId),
                    members.at("childRunId", OPTIONAL_TEXT, HandOver::childRunId),
                    members.at("harvestedKeys", OPTIONAL_TEXTS, HandOver::harvestedKeys),
                    members.at("attestation", OPTIONAL_OBJECT, HandOver::attestation),
                    members.at("error", OPTIONAL_ERROR, HandOver::error));
        }
    }

    /// A decision that its supervisor is not sure enough of: it waits for a person.
    ///
    /// @param floor below which a decision does not stand by itself
    /// @param escalationKind `escalate` or `clarify`
    /// @param parentRunId of the run whose decision it is; a replay shows its source here
    /// @param workerId who would have been next; null when nobody would
    record ConfidenceEscalated(
            String nodeId,
            JsonNumber confidence,
            JsonNumber floor,
            String escalationKind,
            String parentRunId,
            @Nullable String workerId,
            JsonObject originalDecision)
            implements HandOverFact {
        public static final String TYPE = "core.workflowChain.confidence-escalated";

        @Override
        public ConfidenceEscalated from(String parent) {
            return new ConfidenceEscalated(
                    nodeId, confidence, floor, escalationKind, parent, workerId, originalDecision);
        }

        static ConfidenceEscalated of(Members<ConfidenceEscalated> members) {
            return new ConfidenceEscalated(
                    members.at("nodeId", NODE, ConfidenceEscalated::nodeId),
                    members.at("confidence", NUMBER, ConfidenceEscalated::confidence),
                    members.at("floor", NUMBER, ConfidenceEscalated::floor),
                    members.at("escalationKind", TEXT, ConfidenceEscalated::escalationKind),
                    members.at("parentRunId", TEXT, ConfidenceEscalated::parentRunId),
                    members.at("workerId", OPTIONAL_TEXT, ConfidenceEscalated::workerId),
                    members.at("originalDecision", OBJECT, ConfidenceEscalated::originalDecision));
        }
    }
}
