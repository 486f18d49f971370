package dev.waybill.receipt.context;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.workflow.WorkflowContext;
import java.util.HashMap;
import java.util.Map;

/// The MCP calls that an issuer has signed for. A call happens once: receipts that report progress of one step share
/// its `tool_call_id`, two steps never do.
public final class ToolCalls {

    private final Map<String, String> stepOfCall = new HashMap<>();

    /// @param extensions the groups of a receipt that is about to be signed
    /// @throws Rejected when another step claims the same call
    public void claim(JsonObject extensions, WorkflowContext workflow) {
        JsonValue signed = extensions.get(McpOrchestrationContext.EXTENSION_KEY);
        if (signed == null) {
            return;
        }
        McpOrchestrationContext call = McpOrchestrationContext.parse(signed);
        String step =
                NativeIds.pair(workflow.workflowId().value(), workflow.stepId().value());
        String first = stepOfCall.putIfAbsent(call.identity(), step);
        if (first != null && !first.equals(step)) {
            throw new Rejected(
                    Code.E_WORKFLOW_CONTEXT_INVALID,
                    Refusals.segment(McpOrchestrationContext.EXTENSION_KEY) + "/tool_call_id",
                    "tool_call_id " + Refusals.found(call.toolCallId())
                            + " was signed for by another step of this MCP session; a call happens once");
        }
    }
}
