package dev.waybill.receipt.audit;

import java.util.HashMap;
import java.util.Map;

/// An issuer names each receipt once. Two issuers may choose the same name.
record ReceiptIdCheck(ReceiptTable table, FindingLog log) {

    void run() {
        for (int row = 0; row < table.size(); row++) {
            if (table.ids().isFirst(row) && table.ids().next(row) != ReceiptTable.NONE) {
                checkName(row);
            }
        }
    }

    private void checkName(int first) {
        Map<String, Integer> countByIssuer = new HashMap<>();
        for (int row = first; row != ReceiptTable.NONE; row = table.ids().next(row)) {
            countByIssuer.merge(table.key(row).issuer(), 1, Integer::sum);
        }
        for (int row = first; row != ReceiptTable.NONE; row = table.ids().next(row)) {
            String issuer = table.key(row).issuer();
            int count = countByIssuer.getOrDefault(issuer, 0);
            if (count > 1) {
                log.add(
                        FindingCode.RECEIPT_ID_REUSED,
                        table.ref(row),
                        table.workflowIdOf(row),
                        "this is one of " + count + " receipts to which " + issuer + " gave the same id");
            }
        }
    }
}
