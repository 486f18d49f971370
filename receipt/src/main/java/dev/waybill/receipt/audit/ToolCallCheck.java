package dev.waybill.receipt.audit;

import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.context.McpOrchestrationContext;

/// A call of an MCP tool happens once: two steps for which one issuer signs never share it. Receipts that report the
/// progress of one step do, and so may caller and called, who sign for the same call.
final class ToolCallCheck {

    private final ReceiptIds calls = new ReceiptIds(16);
    private final IntColumn rows = new IntColumn(16);

    void take(int row, Receipt receipt) {
        JsonObject context = receipt.extensions()
                .object(McpOrchestrationContext.EXTENSION_KEY)
                .orElse(JsonObject.EMPTY);
        if (!context.isEmpty()) {
            String call = McpOrchestrationContext.parse(context).identity();
            calls.add(receipt.issuer() + "\n" + call, rows.size());
            rows.add(row);
        }
    }

    void run(ReceiptTable table, FindingLog log) {
        for (int first = 0; first < rows.size(); first++) {
            if (calls.isFirst(first) && isShared(first, table)) {
                report(first, table, log);
            }
        }
    }

    private boolean isShared(int first, ReceiptTable table) {
        int step = table.step(rows.get(first));
        boolean shared = false;
        for (int entry = calls.next(first); entry != ReceiptTable.NONE && !shared; entry = calls.next(entry)) {
            shared = table.step(rows.get(entry)) != step;
        }
        return shared;
    }

    private void report(int first, ReceiptTable table, FindingLog log) {
        for (int entry = first; entry != ReceiptTable.NONE; entry = calls.next(entry)) {
            int row = rows.get(entry);
            log.add(
                    FindingCode.TOOL_CALL_REUSED,
                    table.ref(row),
                    table.workflowIdOf(row),
                    "step " + table.stepIdOf(row) + " signs for an MCP call that another step signs for as well");
        }
    }
}
