package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import java.util.function.BiPredicate;

/// Section 6.6 rule 4 and 8.2: each receipt names the hash of the one before it, from root to tip.
///
/// The chain gives the order in which receipts were committed. Two successors of one receipt are two
/// histories; an unknown predecessor is a hole.
record ChainCheck(ReceiptTable table, FindingLog log) {

    /// @param absent tells, by digest and workflow, of receipts that cannot be judged here but that
    ///     something says to exist, so that their absence is a gap and not a contradiction
    void run(BiPredicate<Digest, Integer> absent) {
        checkLinks();
        for (int row = 0; row < table.size(); row++) {
            if (table.previous(row) != ReceiptTable.NONE && table.previousRow(row) == ReceiptTable.NONE) {
                reportHole(row, absent);
            }
        }
    }

    /// Of a selection no chain without holes can be expected, but what it shows must not contradict itself.
    void runOnSelection() {
        checkLinks();
    }

    private void checkLinks() {
        int[] successors = new int[table.size()];
        for (int row = 0; row < table.size(); row++) {
            int before = table.previousRow(row);
            if (before == ReceiptTable.NONE) {
                continue;
            }
            if (table.workflow(before) == table.workflow(row)) {
                successors[before]++;
            } else {
                String other = table.workflowIdOf(before);
                report(FindingCode.HASH_CHAIN_BROKEN, row, "prev_receipt_hash names a receipt of workflow " + other);
            }
        }
        reportForks(successors);
    }

    private void reportForks(int[] successors) {
        for (int row = 0; row < table.size(); row++) {
            int before = table.previousRow(row);
            if (before != ReceiptTable.NONE
                    && table.workflow(before) == table.workflow(row)
                    && successors[before] > 1) {
                report(
                        FindingCode.HASH_CHAIN_FORK,
                        row,
                        "this is one of " + successors[before] + " receipts that follow " + table.ref(before));
            }
        }
    }

    private void reportHole(int row, BiPredicate<Digest, Integer> absent) {
        Digest digest = table.digestEntry(table.previous(row));
        log.add(
                FindingCode.HASH_CHAIN_BROKEN,
                absent.test(digest, table.workflow(row)) ? Severity.GAP : Severity.ERROR,
                table.ref(row),
                table.workflowIdOf(row),
                "prev_receipt_hash names " + digest + ", which no valid receipt here has");
    }

    private void report(FindingCode code, int row, String message) {
        log.add(code, table.ref(row), table.workflowIdOf(row), message);
    }
}
