package dev.waybill.journal.event;

import static dev.waybill.journal.event.Kind.NODE;
import static dev.waybill.journal.event.Kind.OPTIONAL_ERROR;
import static dev.waybill.journal.event.Kind.OPTIONAL_TEXT;
import static dev.waybill.journal.event.Kind.PHASE;
import static dev.waybill.journal.event.Kind.TEXT;
import static dev.waybill.journal.event.Kind.TEXTS_IF_ANY;

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

        /// The same as another run shows it.
        public HandOver from(String parent) {
            return new HandOver(nodeId, phase, workerId, parent, childRunId, harvestedKeys, error);
        }

        static HandOver of(Members<HandOver> members) {
            return new HandOver(
                    members.at("nodeId", NODE, HandOver::nodeId),
                    members.at("phase", PHASE, HandOver::phase),
                    members.at("workerId", TEXT, HandOver::workerId),
                    members.at("parentRunId", TEXT, HandOver::parentRunId),
                    members.at("childRunId", OPTIONAL_TEXT, HandOver::childRunId),
                    members.at("harvestedKeys", TEXTS_IF_ANY, HandOver::harvestedKeys),
                    members.at("error", OPTIONAL_ERROR, HandOver::error));
        }
    }
}
