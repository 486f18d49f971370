package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.ApprovalGate;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.state.NodeEnd;
import dev.waybill.engine.state.NodeFold;
import dev.waybill.engine.state.Rounds;
import dev.waybill.engine.state.RunState;
import dev.waybill.workflow.EdgeCondition;
import dev.waybill.workflow.TriggerRule;
import dev.waybill.workflow.WorkflowEdge;
import dev.waybill.workflow.WorkflowNode;
import dev.waybill.workflow.expression.StepBudget;
import java.util.ArrayList;
import java.util.List;

/// Which way a run goes on from a node that has ended. It is decided once and recorded with the node's end.
final class Edges {

    /// The port by which a failure leaves, where an edge catches it.
    static final String ERROR_PORT = "error";

    private Edges() {}

    /// Edges out of a node that ended well, through one of its ports, or several.
    ///
    /// @throws dev.waybill.workflow.expression.ExpressionException when a condition has no answer
    /// @throws dev.waybill.engine.channel.ChannelRefused when a condition reads what its node may not read
    static List<WorkflowEdge> taken(RunState state, String nodeId, NodeEnd end, NodeResult.Done done) {
        List<WorkflowEdge> taken = new ArrayList<>();
        for (WorkflowEdge edge : state.workflow().outgoing(nodeId)) {
            if ((leaves(state, edge, end, done.port()) || done.branches().contains(edge.sourceOutput()))
                    && holds(state, edge, end)) {
                taken.add(edge);
            }
        }
        return taken;
    }

    /// An edge leaves by the port that the result names, or by a port named like one of the outputs.
    private static boolean leaves(RunState state, WorkflowEdge edge, NodeEnd end, String port) {
        boolean acted = isA(state, edge.source(), WorkflowNode.DISPATCH)
                && edge.sourceOutput().equals(WorkflowEdge.DEFAULT_OUTPUT);
        if (acted) {
            return leadsBack(state, edge) == port.equals(WorkflowEdge.DEFAULT_OUTPUT);
        }
        if (edge.sourceOutput().equals(port) || asksAboutRejection(edge, port)) {
            return true;
        }
        boolean namesOutput =
                end.outputs().has(edge.sourceOutput()) && !edge.sourceOutput().equals(ERROR_PORT);
        return port.equals(WorkflowEdge.DEFAULT_OUTPUT) && namesOutput;
    }

    /// A dispatch leads back to its supervisor until that has the loop left; only then it leads on.
    private static boolean leadsBack(RunState state, WorkflowEdge edge) {
        return Rounds.reachable(state.workflow(), List.of(edge.target()), true).stream()
                .anyMatch(node -> isA(state, node, WorkflowNode.SUPERVISOR));
    }

    private static boolean isA(RunState state, String nodeId, String typeId) {
        return state.definition(nodeId).typeId().equals(typeId);
    }

    /// A condition on the ordinary port of an approval sees rejections as well.
    private static boolean asksAboutRejection(WorkflowEdge edge, String port) {
        return port.equals(ApprovalGate.REJECTED_PORT)
                && edge.sourceOutput().equals(WorkflowEdge.DEFAULT_OUTPUT)
                && !(edge.condition() instanceof EdgeCondition.Always);
    }

    private static boolean holds(RunState state, WorkflowEdge edge, NodeEnd end) {
        if (edge.condition() instanceof EdgeCondition.Always) {
            return true;
        }
        JsonObject scope = Scope.of(
                state, end, state.definition(edge.source()), edge.condition().references());
        return edge.condition().holds(scope, StepBudget.usual());
    }

    /// Edges out of a node that is disabled: it lets everything through, but begins no other round.
    static List<WorkflowEdge> through(RunState state, String nodeId) {
        return state.workflow().outgoing(nodeId).stream()
                .filter(edge -> edge.sourceOutput().equals(WorkflowEdge.DEFAULT_OUTPUT)
                        && !state.workflow().isBackEdge(edge))
                .toList();
    }

    /// Edges out of a node that failed: those that leave by its error port.
    ///
    /// @throws dev.waybill.workflow.expression.ExpressionException when a condition has no answer
    /// @throws dev.waybill.engine.channel.ChannelRefused when a condition reads what its node may not read
    static List<WorkflowEdge> caught(RunState state, String nodeId, NodeEnd end) {
        return state.workflow().outgoing(nodeId).stream()
                .filter(edge -> edge.sourceOutput().equals(ERROR_PORT) && holds(state, edge, end))
                .toList();
    }

    /// Whether a node behind this one starts because of a failure, or in spite of it.
    static boolean toleratesFailure(RunState state, String nodeId) {
        return state.workflow().outgoing(nodeId).stream()
                .anyMatch(edge ->
                        edge.triggerRule() == TriggerRule.ANY_FAILED || edge.triggerRule() == TriggerRule.ALL_COMPLETE);
    }

    static boolean hasErrorPort(RunState state, String nodeId) {
        return state.workflow().outgoing(nodeId).stream()
                .anyMatch(edge -> edge.sourceOutput().equals(ERROR_PORT));
    }

    /// Whether some edge asks if an approval was given.
    static boolean catchesRejection(RunState state, String nodeId) {
        return state.workflow().outgoing(nodeId).stream().anyMatch(WorkflowEdge::isConditional);
    }

    /// The hidden part of an end with the edges in it that were taken.
    static JsonObject hidden(JsonObject hidden, List<WorkflowEdge> taken) {
        if (taken.isEmpty()) {
            return hidden;
        }
        return hidden.with(
                NodeFold.TAKEN,
                JsonArray.ofStrings(taken.stream().map(WorkflowEdge::id).toList()));
    }
}
