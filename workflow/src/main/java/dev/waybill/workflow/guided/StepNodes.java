package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.workflow.CompiledWorkflow;
import dev.waybill.workflow.NodeSettings;
import dev.waybill.workflow.RetryPolicy;
import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.WorkflowNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;

/// A guided workflow as everybody else sees one: its steps are nodes, so that a guided run lists, shows and exports
/// like any other.
public final class StepNodes {

    /// The type of these nodes.
    public static final String TYPE_ID = "waybill.guidedStep";

    private StepNodes() {}

    public static CompiledWorkflow of(GuidedWorkflow workflow) {
        List<WorkflowNode> nodes = new ArrayList<>();
        collect(workflow.steps(), nodes);
        return CompiledWorkflow.of(WorkflowDefinition.ofSteps(workflow.document(), workflow.digest(), nodes));
    }

    private static void collect(List<GuidedStep> steps, List<WorkflowNode> nodes) {
        for (GuidedStep step : steps) {
            switch (step) {
                case PromptStep prompt -> nodes.add(node(prompt));
                case LoopStep loop -> collect(loop.body(), nodes);
            }
        }
    }

    private static WorkflowNode node(PromptStep step) {
        return new WorkflowNode(
                step.id(),
                TYPE_ID,
                step.title().isEmpty() ? step.id() : step.title(),
                JsonObject.EMPTY,
                Collections.emptyMap(),
                false,
                null,
                null,
                null,
                null,
                Collections.emptySet(),
                new NodeSettings(OptionalLong.empty(), RetryPolicy.NONE, step.taskState()));
    }
}
