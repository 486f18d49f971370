package dev.waybill.engine.flow;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeManifest;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.PureNode;
import dev.waybill.workflow.WorkflowNode;
import dev.waybill.workflow.expression.ExpressionException;
import java.util.List;
import java.util.function.Function;

/// A node type whose result follows from its configuration and inputs.
///
/// @param sheet the resource with its manifest
/// @param work what it does; a [BadFlow] is a failure for good
/// @param ports the ways out that a configuration names
/// @param problems what is wrong with a configuration that a schema cannot say
record FlowNode(
        String typeId,
        String sheet,
        Function<NodeCall, NodeResult> work,
        Function<JsonObject, List<String>> ports,
        Function<JsonObject, List<String>> problems)
        implements PureNode {

    static FlowNode of(String typeId, String sheet, Function<NodeCall, NodeResult> work) {
        return new FlowNode(typeId, sheet, work, _ -> List.of(), _ -> List.of());
    }

    FlowNode leavingBy(Function<JsonObject, List<String>> names) {
        return new FlowNode(typeId, sheet, work, names, problems);
    }

    FlowNode checkedBy(Function<JsonObject, List<String>> checks) {
        return new FlowNode(typeId, sheet, work, ports, checks);
    }

    @Override
    public NodeManifest manifest() {
        return Sheets.of(sheet, typeId);
    }

    @Override
    public List<String> ports(WorkflowNode node) {
        return ports.apply(node.config());
    }

    @Override
    public List<String> check(WorkflowNode node) {
        return problems.apply(node.config());
    }

    @Override
    public NodeResult run(NodeCall call) {
        try {
            return work.apply(call);
        } catch (BadFlow bad) {
            return NodeResult.failed(
                    bad.code(), "node %s: %s".formatted(call.node().id(), bad.getMessage()));
        } catch (ExpressionException e) {
            return NodeResult.failed(
                    "flow_too_large", "node %s: %s".formatted(call.node().id(), e.getMessage()));
        }
    }
}
