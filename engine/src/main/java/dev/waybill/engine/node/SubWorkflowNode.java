package dev.waybill.engine.node;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.workflow.WorkflowNode;
import java.util.List;

/// `core.subWorkflow`: hands work over to a run of another definition.
public record SubWorkflowNode() implements HandOverNode {

    @Override
    public String typeId() {
        return "core.subWorkflow";
    }

    @Override
    public List<String> check(WorkflowNode node) {
        return workers(node).isEmpty() ? List.of("config.workflowId must name the workflow to run") : List.of();
    }

    @Override
    public List<String> workers(WorkflowNode node) {
        return node.config().string("workflowId").stream().toList();
    }

    /// The alternative to failing with the child is named `absorb` or `continue`.
    @Override
    public List<HandOverPlan> plan(NodeCall call) {
        JsonObject config = call.node().config();
        String onFailure = config.string("onChildFailure").orElse("fail");
        return List.of(new HandOverPlan(
                workers(call.node()).getFirst(),
                HandOverPlan.mapping(config, "inputMapping"),
                HandOverPlan.mapping(config, "outputMapping"),
                config.string(HandOverPlan.OPTION).orElse("").equals(HandOverPlan.ISOLATED),
                false,
                config.get("waitForCompletion") != JsonBool.FALSE,
                !onFailure.equals("absorb") && !onFailure.equals("continue"),
                config.get("propagateCancellation") != JsonBool.FALSE));
    }
}
