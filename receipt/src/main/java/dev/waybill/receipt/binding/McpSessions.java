package dev.waybill.receipt.binding;

import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.workflow.WorkflowContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Receipts by MCP session, in the order in which they came.
///
/// A tool call happens once. Receipts that report progress of one step share its `tool_call_id`; two steps
/// of a session that share one are reported as reuse.
public final class McpSessions {

    private final Map<String, List<Receipt>> sessions = new LinkedHashMap<>();
    private final Map<String, String> stepOfCall = new LinkedHashMap<>();
    private final List<String> reusedToolCalls = new ArrayList<>();

    private McpSessions() {}

    /// Groups the receipts that carry an MCP context; the others are passed over.
    ///
    /// @throws Rejected when a context is malformed or contradicts its receipt
    public static McpSessions of(Iterable<Receipt> receipts) {
        var grouped = new McpSessions();
        receipts.forEach(
                receipt -> McpOrchestrationContext.read(receipt).ifPresent(context -> grouped.add(context, receipt)));
        return grouped;
    }

    private void add(McpOrchestrationContext context, Receipt receipt) {
        sessions.computeIfAbsent(context.mcpSessionId(), _ -> new ArrayList<>()).add(receipt);
        String call = NativeIds.pair(context.mcpSessionId(), context.toolCallId());
        String step = step(receipt);
        String first = stepOfCall.putIfAbsent(call, step);
        if (first != null && !first.equals(step) && !reusedToolCalls.contains(context.toolCallId())) {
            reusedToolCalls.add(context.toolCallId());
        }
    }

    private static String step(Receipt receipt) {
        WorkflowContext workflow = receipt.workflow();
        return workflow == null
                ? receipt.ref().toString()
                : NativeIds.pair(
                        workflow.workflowId().value(), workflow.stepId().value());
    }

    /// The session ids, in the order of their first receipts.
    public List<String> ids() {
        return List.copyOf(sessions.keySet());
    }

    /// The receipts of one session; empty for an unknown one.
    public List<Receipt> receipts(String sessionId) {
        return List.copyOf(sessions.getOrDefault(sessionId, List.of()));
    }

    /// Calls that more than one step of a session claims.
    public List<String> reusedToolCalls() {
        return List.copyOf(reusedToolCalls);
    }
}
