package dev.waybill.receipt;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.workflow.WorkflowContext;
import org.jspecify.annotations.Nullable;

/// Finds the workflow context among a receipt's extensions.
final class WorkflowClaims {

    private WorkflowClaims() {}

    /// A bad context makes the whole receipt invalid. Parents may be absent only where the issuer signed
    /// a commitment to them: a list that is merely missing is a mistake, never a root.
    static @Nullable WorkflowContext context(JsonObject extensions) {
        JsonValue context = extensions.get(WorkflowContext.WORKFLOW_EXTENSION_KEY);
        if (context == null) {
            return null;
        }
        return extensions.has(Redactable.EXTENSION_KEY)
                ? WorkflowContext.parseRedacted(context)
                : WorkflowContext.parse(context);
    }
}
