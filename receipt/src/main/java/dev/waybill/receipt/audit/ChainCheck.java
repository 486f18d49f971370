package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import java.util.Arrays;

/// Seed 6.6 rule 4 and 8.2: each receipt names the hash of the one before it, from root to tip.
///
/// The chain gives the order in which receipts were committed. Two successors of one receipt are two
/// histories; an unknown predecessor is a hole.
final class ChainCheck {

    /// Tells of absent receipts that something signed says to exist, so that their absence is a gap and
    /// not a contradiction.
    interface KnownAbsent {
        boolean test(Digest digest, int workflow);
    }

    private final ReceiptTable table;
    private final FindingLog log;

    ChainCheck(ReceiptTable table, FindingLog log) {
        this.table = table;
        this.log = log;
    }

    void run(KnownAbsent absent) {
        int[] successor = new int[table.size()];
        Arrays.fill(successor, ReceiptTable.NONE);
        for (int row = 0; row < table.size(); row++) {
            if (table.previous(row) == ReceiptTable.NONE) {
                continue;
            }
            int before = table.rowOfDigestEntry(table.previous(row));
            if (before == ReceiptTable.NONE) {
                reportHole(row, absent);
            } else if (table.workflow(before) != table.workflow(row)) {
                report(
                        FindingCode.HASH_CHAIN_BROKEN,
                        row,
                        "prev_receipt_hash names a receipt of workflow " + table.workflowId(table.workflow(before)));
            } else if (successor[before] != ReceiptTable.NONE) {
                report(
                        FindingCode.HASH_CHAIN_FORK,
                        row,
                        "this receipt and " + table.ref(successor[before]) + " both follow " + table.ref(before));
            } else {
                successor[before] = row;
            }
        }
    }

    private void reportHole(int row, KnownAbsent absent) {
        Digest digest = table.digestEntry(table.previous(row));
        log.add(
                FindingCode.HASH_CHAIN_BROKEN,
                absent.test(digest, table.workflow(row)) ? Severity.GAP : Severity.ERROR,
                table.ref(row),
                table.workflowId(table.workflow(row)),
                "prev_receipt_hash names " + digest + ", which no receipt here has");
    }

    private void report(FindingCode code, int row, String message) {
        log.add(code, table.ref(row), table.workflowId(table.workflow(row)), message);
    }
}
