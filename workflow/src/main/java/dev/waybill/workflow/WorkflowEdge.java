package dev.waybill.workflow;

import java.util.Objects;

/// A way from one node to another.
///
/// @param sourceOutput the output port, `output` unless the definition names one
/// @param targetInput the input port, `input` unless the definition names one
public record WorkflowEdge(
        String id,
        String source,
        String sourceOutput,
        String target,
        String targetInput,
        EdgeCondition condition,
        TriggerRule triggerRule) {

    public static final String DEFAULT_OUTPUT = "output";
    public static final String DEFAULT_INPUT = "input";

    public WorkflowEdge {
        Checks.notEmpty("an edge's id", id);
        Checks.notEmpty("an edge's source", source);
        Checks.notEmpty("an edge's target", target);
        Objects.requireNonNull(condition);
        Objects.requireNonNull(triggerRule);
    }

    /// The same edge, leaving from another node.
    WorkflowEdge from(String other) {
        return new WorkflowEdge(id, other, sourceOutput, target, targetInput, condition, triggerRule);
    }

    /// Whether the source's outcome decides if this edge is taken.
    public boolean isConditional() {
        return !(condition instanceof EdgeCondition.Always) || !sourceOutput.equals(DEFAULT_OUTPUT);
    }
}
