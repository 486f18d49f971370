package dev.waybill.receipt.audit;

import java.util.Arrays;

/// Where the hash chain of each receipt begins: a receipt that names none before it.
/// Behind a hole the beginning is unknown.
final class ChainRoots {

    static final int UNKNOWN = -1;
    private static final int NOT_YET = -2;

    private final ReceiptTable table;
    private final int[] root;

    ChainRoots(ReceiptTable table) {
        this.table = table;
        this.root = new int[table.size()];
        Arrays.fill(root, NOT_YET);
    }

    /// The row at which a row's chain begins, or [#UNKNOWN].
    int of(int row) {
        int end = row;
        while (root[end] == NOT_YET && table.previousRow(end) != ReceiptTable.NONE) {
            end = table.previousRow(end);
        }
        if (root[end] == NOT_YET) {
            root[end] = table.previous(end) == ReceiptTable.NONE ? end : UNKNOWN;
        }
        int found = root[end];
        for (int each = row; root[each] == NOT_YET; each = table.previousRow(each)) {
            root[each] = found;
        }
        return found;
    }
}
