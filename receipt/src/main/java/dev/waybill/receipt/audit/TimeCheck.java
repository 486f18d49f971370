package dev.waybill.receipt.audit;

import java.time.Instant;
import java.util.BitSet;

/// Seed 6.7 rule 3: no step is older than its parents, no receipt older than the one before it.
///
/// Clocks of several machines differ, so a small step back is a warning; beyond the skew that verifiers
/// allow it is a contradiction.
final class TimeCheck {

    private final ReceiptTable table;
    private final FindingLog log;
    private final long skewSeconds;

    TimeCheck(ReceiptTable table, FindingLog log, long skewSeconds) {
        this.table = table;
        this.log = log;
        this.skewSeconds = skewSeconds;
    }

    /// @param withoutOrder steps whose graph is contradictory already
    void run(BitSet withoutOrder) {
        for (int row = 0; row < table.size(); row++) {
            if (!withoutOrder.get(table.step(row))) {
                checkParents(row);
            }
            int previous = table.previous(row);
            int before = previous == ReceiptTable.NONE ? ReceiptTable.NONE : table.rowOfDigestEntry(previous);
            if (before != ReceiptTable.NONE) {
                compare(before, row, "the receipt before it");
            }
        }
    }

    private void checkParents(int row) {
        for (int at = table.parentsFrom(row); at < table.parentsTo(row); at++) {
            int parent = table.rowOfStep(table.parent(at));
            if (parent != ReceiptTable.NONE && parent != row && !chained(parent, row)) {
                compare(parent, row, "its parent " + table.stepId(table.parent(at)));
            }
        }
    }

    private boolean chained(int before, int row) {
        int previous = table.previous(row);
        return previous != ReceiptTable.NONE && table.rowOfDigestEntry(previous) == before;
    }

    void compare(int before, int after, String what) {
        long early = table.issuedAt(before);
        long late = table.issuedAt(after);
        if (late >= early) {
            return;
        }
        log.add(
                FindingCode.TEMPORAL_ORDER,
                early - late > skewSeconds ? Severity.ERROR : Severity.WARNING,
                table.ref(after),
                table.workflowId(table.workflow(after)),
                "step " + table.stepId(table.step(after)) + " is dated " + Instant.ofEpochSecond(late) + ", "
                        + (early - late) + " s before " + what + " at " + Instant.ofEpochSecond(early));
    }
}
