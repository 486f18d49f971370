package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import java.util.Arrays;

/// Seed 6.6 rule 4 and 8.2: each receipt names the hash of the one before it, from root to tip.
///
/// The chain gives the order in which receipts were committed. Two successors of one receipt are two
/// histories; an unknown predecessor is a hole.
final class ChainCheck {

    private final ReceiptTable table;
    private final FindingLog log;
    private final int[] successor;

    ChainCheck(ReceiptTable table, FindingLog log) {
        this.table = table;
        this.log = log;
        this.successor = new int[table.size()];
        Arrays.fill(successor, ReceiptTable.NONE);
    }

    /// @param missing tells of a digest that something signed says to exist, so that its absence is a gap
    ///     and not a contradiction
    void run(java.util.function.Predicate<Digest> missing) {
        for (int row = 0; row < table.size(); row++) {
            int previous = table.previous(row);
            if (previous != ReceiptTable.NONE) {
                link(row, previous, missing);
            }
        }
    }

    private void link(int row, int previous, java.util.function.Predicate<Digest> missing) {
        String workflow = table.workflowId(table.workflow(row));
        int before = table.rowOfDigestEntry(previous);
        if (before == ReceiptTable.NONE) {
            Digest digest = table.digestEntry(previous);
            Severity severity = missing.test(digest) ? Severity.GAP : Severity.ERROR;
            log.add(
                    FindingCode.HASH_CHAIN_BROKEN,
                    severity,
                    table.ref(row),
                    workflow,
                    "prev_receipt_hash names " + digest + ", which no receipt here has");
        } else if (table.workflow(before) != table.workflow(row)) {
            log.add(
                    FindingCode.HASH_CHAIN_BROKEN,
                    table.ref(row),
                    workflow,
                    "prev_receipt_hash names a receipt of workflow " + table.workflowId(table.workflow(before)));
        } else if (successor[before] != ReceiptTable.NONE) {
            log.add(
                    FindingCode.HASH_CHAIN_FORK,
                    table.ref(row),
                    workflow,
                    "this receipt and " + table.ref(successor[before]) + " both follow " + table.ref(before));
        } else {
            successor[before] = row;
        }
    }

    /// The row after another in its chain, or [ReceiptTable#NONE] at the tip.
    int next(int row) {
        return successor[row];
    }
}
