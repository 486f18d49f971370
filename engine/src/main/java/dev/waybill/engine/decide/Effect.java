package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.SubWorkflowNode;
import dev.waybill.engine.state.Ending;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.Phase;
import dev.waybill.engine.state.PublicView;
import dev.waybill.engine.state.RunState;
import dev.waybill.workflow.WorkflowNode;
import java.util.ArrayList;
import java.util.List;

/// Something to do outside. Effects are derived from the folded state, never remembered: a process that starts
/// again finds them again.
public sealed interface Effect {

    String nodeId();

    /// Execute an activity.
    record Execute(String nodeId, int ordinal, int attempt, JsonObject inputs) implements Effect {}

    /// Create the child that a node hands over to.
    ///
    /// @param sensitive the inputs that come from something sensitive
    record CreateChild(
            String nodeId,
            int ordinal,
            String childRunId,
            String definitionId,
            JsonObject inputs,
            List<String> sensitive)
            implements Effect {
        public CreateChild {
            sensitive = List.copyOf(sensitive);
        }
    }

    /// See whether a child has ended.
    record WatchChild(String nodeId, String childRunId) implements Effect {}

    /// The run is ending and takes its child along.
    ///
    /// @param cause the event that began the end
    record CancelChild(String nodeId, String childRunId, String cause) implements Effect {}

    static List<Effect> pending(RunState state) {
        List<Effect> effects = new ArrayList<>();
        if (state.isTerminal() || state.phase() == Phase.UNBORN) {
            return effects;
        }
        for (NodeState node : state.nodes().values()) {
            switch (node.occupation()) {
                case Occupation.Working working ->
                    effects.add(new Execute(
                            node.id(),
                            node.ordinal(),
                            working.attempt().number(),
                            working.attempt().inputs()));
                case Occupation.HandingOver handing -> handOver(state, node, handing, effects);
                case Occupation.Idle _, Occupation.Delaying _, Occupation.Retrying _, Occupation.Asking _ -> {
                    // Waiting is state, not work.
                }
            }
        }
        return effects;
    }

    private static void handOver(RunState state, NodeState node, Occupation.HandingOver handing, List<Effect> effects) {
        WorkflowNode definition = state.definition(node.id());
        if (handing.isCreated()) {
            Ending ending = state.ending();
            effects.add(
                    ending != null && SubWorkflowNode.cancelsChild(definition)
                            ? new CancelChild(
                                    node.id(),
                                    handing.childRunId(),
                                    ending.event().id())
                            : new WatchChild(node.id(), handing.childRunId()));
        } else if (state.phase() == Phase.RUNNING || state.phase() == Phase.PAUSING) {
            effects.add(new CreateChild(
                    node.id(),
                    node.ordinal(),
                    handing.childRunId(),
                    SubWorkflowNode.workflowId(definition),
                    SubWorkflowNode.childInputs(definition, handing.attempt().inputs(), state.variables()),
                    sensitive(state, definition)));
        }
    }

    private static List<String> sensitive(RunState state, WorkflowNode node) {
        List<String> sensitive = new ArrayList<>(Sensitive.inputs(state, node));
        SubWorkflowNode.inputMapping(node).forEach((child, parent) -> {
            sensitive.remove(child);
            if (PublicView.hides(state, parent)) {
                sensitive.add(child);
            }
        });
        return sensitive;
    }
}
