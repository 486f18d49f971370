package dev.waybill.receipt.context;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.workflow.WorkflowContext;
import org.jspecify.annotations.Nullable;

/// The gate for what a receipt says about its protocol, at issue as at verification.
public final class ProtocolContexts {

    private ProtocolContexts() {}

    /// @param extensions the groups of a receipt, wherever its wire keeps them
    /// @throws Rejected when a context is malformed or names another step than the receipt
    public static void check(JsonObject extensions, @Nullable WorkflowContext workflow) {
        JsonValue call = extensions.get(McpOrchestrationContext.EXTENSION_KEY);
        if (call != null) {
            McpOrchestrationContext.parse(call).requireConsistentWith(workflow);
        }
        JsonValue task = extensions.get(A2aTaskBinding.EXTENSION_KEY);
        if (task != null) {
            A2aTaskBinding.parse(task).requireConsistentWith(workflow);
        }
    }
}
