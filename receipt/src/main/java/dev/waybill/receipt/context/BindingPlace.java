package dev.waybill.receipt.context;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds a binding among claims and compares it with the workflow context beside it.
final class BindingPlace {

    private BindingPlace() {}

    /// Looks where both wires keep extensions, and in `auth.extensions`, where the workflow specification
    /// puts bindings although neither wire has that claim. Two places must not tell two stories.
    static Optional<JsonValue> find(JsonObject claims, String extensionKey) {
        JsonObject auth = object(claims, "auth");
        JsonValue found = null;
        for (JsonObject place :
                new JsonObject[] {object(claims, "ext"), object(claims, "extensions"), object(auth, "extensions")}) {
            JsonValue here = place.get(extensionKey);
            if (found != null && here != null && !found.equals(here)) {
                throw Refusals.ambiguous(
                        Refusals.segment(extensionKey),
                        extensionKey + " stands in two places of the claims with different content; keep one");
            }
            found = found == null ? here : found;
        }
        return Optional.ofNullable(found);
    }

    private static JsonObject object(JsonObject parent, String name) {
        JsonValue value = parent.get(name);
        return switch (value) {
            case null -> JsonObject.EMPTY;
            case JsonObject object -> object;
            default -> throw Refusals.format("/" + name, "an object", Refusals.found(value));
        };
    }

    /// Refuses a binding that names another workflow or step than the receipt that carries it.
    static void requireSame(
            String extensionKey,
            @Nullable WorkflowId workflowId,
            @Nullable StepId stepId,
            @Nullable WorkflowContext context) {
        if (context == null) {
            return;
        }
        if (workflowId != null && !workflowId.equals(context.workflowId())) {
            throw differs(
                    extensionKey,
                    BindingFields.WORKFLOW_ID,
                    workflowId.value(),
                    context.workflowId().value());
        }
        if (stepId != null && !stepId.equals(context.stepId())) {
            throw differs(
                    extensionKey,
                    BindingFields.STEP_ID,
                    stepId.value(),
                    context.stepId().value());
        }
    }

    private static Rejected differs(String extensionKey, String field, String binding, String context) {
        return new Rejected(
                Code.E_WORKFLOW_CONTEXT_INVALID,
                Refusals.segment(extensionKey) + "/" + field,
                extensionKey + " says " + field + " " + binding + ", the receipt's workflow context says " + context
                        + "; leave " + field + " out of the binding or make both the same");
    }
}
