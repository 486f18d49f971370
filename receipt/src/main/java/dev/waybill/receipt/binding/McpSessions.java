package dev.waybill.receipt.binding;

import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.context.McpOrchestrationContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Receipts by MCP session, in the order in which they came.
public final class McpSessions {

    private final Map<String, List<Receipt>> sessions = new LinkedHashMap<>();

    private McpSessions() {}

    /// Groups the receipts that carry an MCP context; the others are passed over.
    public static McpSessions of(Iterable<Receipt> receipts) {
        var grouped = new McpSessions();
        receipts.forEach(receipt -> McpOrchestrationContext.read(receipt.claims())
                .ifPresent(context -> grouped.sessions
                        .computeIfAbsent(context.mcpSessionId(), _ -> new ArrayList<>())
                        .add(receipt)));
        return grouped;
    }

    /// The session ids, in the order of their first receipts.
    public List<String> ids() {
        return List.copyOf(sessions.keySet());
    }

    /// The receipts of one session; empty for an unknown one.
    public List<Receipt> receipts(String sessionId) {
        return List.copyOf(sessions.getOrDefault(sessionId, List.of()));
    }
}
