package dev.waybill.receipt.workflow;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.code.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Single faults of a context, in the order in which they are to be reported.
record ContextFault(String name, Code code, UnaryOperator<JsonObject> fault) {

    static final List<ContextFault> IN_ORDER = List.of(
            new ContextFault(
                    "workflow_id",
                    Code.E_WORKFLOW_ID_INVALID,
                    context -> context.with("workflow_id", text("wf_short"))),
            new ContextFault(
                    "step_id",
                    Code.E_WORKFLOW_STEP_ID_INVALID,
                    context -> context.with("step_id", text("step_" + "x".repeat(49)))),
            new ContextFault("fan_in", Code.E_WORKFLOW_LIMIT_EXCEEDED, context -> {
                List<JsonValue> parents = new ArrayList<>(parents(context));
                while (parents.size() <= 16) {
                    parents.add(text("step_another_parent_number_" + parents.size()));
                }
                return context.with("parent_step_ids", new JsonArray(parents));
            }),
            new ContextFault(
                    "framework", Code.E_WORKFLOW_CONTEXT_INVALID, context -> context.with("framework", text("Mcp"))),
            new ContextFault(
                    "previous",
                    Code.E_WORKFLOW_CONTEXT_INVALID,
                    context -> context.with("prev_receipt_hash", text("sha256:" + "A".repeat(64)))),
            new ContextFault(
                    "self_parent", Code.E_WORKFLOW_DAG_INVALID, context -> withParent(context, context.get("step_id"))),
            new ContextFault("duplicate", Code.E_WORKFLOW_DAG_INVALID, context -> {
                JsonString twice = text("step_the_same_parent_twice");
                return withParent(withParent(context, twice), twice);
            }),
            new ContextFault(
                    "parent_form", Code.E_WORKFLOW_CONTEXT_INVALID, context -> withParent(context, text("step_bad"))),
            new ContextFault(
                    "tool_name",
                    Code.E_WORKFLOW_CONTEXT_INVALID,
                    context -> context.with("tool_name", text("x".repeat(257)))),
            new ContextFault(
                    "orchestrator", Code.E_WORKFLOW_CONTEXT_INVALID, context -> context.with("orchestrator_id", 1)),
            new ContextFault(
                    "receipt_ref",
                    Code.E_WORKFLOW_CONTEXT_INVALID,
                    context -> context.with("orchestrator_receipt_ref", text("x".repeat(257)))),
            new ContextFault(
                    "step_index",
                    Code.E_WORKFLOW_CONTEXT_INVALID,
                    context -> context.with("step_index", new JsonNumber("0.5"))),
            new ContextFault("step_total", Code.E_WORKFLOW_CONTEXT_INVALID, context -> context.with("step_total", 0)),
            new ContextFault(
                    "unknown", Code.E_WORKFLOW_CONTEXT_INVALID, context -> context.with("step_name", text("search"))));

    JsonObject applyTo(JsonObject context) {
        return fault.apply(context);
    }

    @Override
    public String toString() {
        return name;
    }

    /// Adds a parent in front and keeps the number of parents where it would grow beyond the limit.
    private static JsonObject withParent(JsonObject context, @Nullable JsonValue parent) {
        List<JsonValue> parents = new ArrayList<>(parents(context));
        if (parents.size() == 16) {
            parents.removeLast();
        }
        parents.addFirst(Objects.requireNonNull(parent));
        return context.with("parent_step_ids", new JsonArray(parents));
    }

    private static List<JsonValue> parents(JsonObject context) {
        return context.array("parent_step_ids").orElseThrow().items();
    }

    private static JsonString text(String value) {
        return new JsonString(value);
    }
}
