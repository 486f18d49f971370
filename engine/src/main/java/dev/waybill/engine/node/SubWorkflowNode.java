package dev.waybill.engine.node;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.WorkflowNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// `core.subWorkflow`: hands work over to a run of another definition.
public record SubWorkflowNode() implements NodeType {

    @Override
    public String typeId() {
        return "core.subWorkflow";
    }

    @Override
    public List<String> check(WorkflowNode node) {
        return node.config().string("workflowId").isPresent()
                ? List.of()
                : List.of("config.workflowId must name the workflow to run");
    }

    public static String workflowId(WorkflowNode node) {
        return node.config().string("workflowId").orElseThrow();
    }

    /// Whether the node ends with its child, not with the hand-over.
    public static boolean waits(WorkflowNode node) {
        return node.config().get("waitForCompletion") != JsonBool.FALSE;
    }

    /// Whether a failed child fails the node. The alternative is named `absorb` or `continue`.
    public static boolean childFailureFails(WorkflowNode node) {
        return node.config()
                .string("onChildFailure")
                .map(mode -> !mode.equals("absorb") && !mode.equals("continue"))
                .orElse(true);
    }

    public static boolean cancelsChild(WorkflowNode node) {
        return node.config().get("propagateCancellation") != JsonBool.FALSE;
    }

    /// The child's inputs: its variable names, each with the parent variable that fills it. A parent variable without
    /// a value leaves the child's default alone.
    public static JsonObject childInputs(WorkflowNode node, JsonObject inputs, Map<String, JsonValue> variables) {
        Map<String, JsonValue> filled = new LinkedHashMap<>(inputs.members());
        inputMapping(node).forEach((child, parent) -> {
            JsonValue value = variables.get(parent);
            if (value != null) {
                filled.put(child, value);
            }
        });
        return new JsonObject(filled);
    }

    /// The child's variable names, each with the parent variable that fills it.
    public static Map<String, String> inputMapping(WorkflowNode node) {
        return mapping(node, "inputMapping");
    }

    /// What comes back: the parent's variable names, each with the child's value.
    public static Map<String, JsonValue> harvest(
            WorkflowNode node, JsonObject childVariables, JsonObject childOutputs) {
        Map<String, JsonValue> harvested = new LinkedHashMap<>();
        mapping(node, "outputMapping").forEach((parent, child) -> {
            JsonValue variable = childVariables.get(child);
            JsonValue value = variable != null ? variable : childOutputs.get(child);
            if (value != null) {
                harvested.put(parent, value);
            }
        });
        return harvested;
    }

    private static Map<String, String> mapping(WorkflowNode node, String name) {
        Map<String, String> mapping = new LinkedHashMap<>();
        node.config().object(name).orElse(JsonObject.EMPTY).members().forEach((to, from) -> {
            if (from instanceof JsonString(var text)) {
                mapping.put(to, text);
            }
        });
        return mapping;
    }
}
