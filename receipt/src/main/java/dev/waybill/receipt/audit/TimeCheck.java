package dev.waybill.receipt.audit;

import java.time.Instant;
import java.util.BitSet;

/// Section 6.7 rule 3: no step is older than its parents, no receipt older than the one before it, no final
/// summary older than the receipts that it sums up.
///
/// Clocks of several machines differ, so a small step back is a warning; beyond the skew that verifiers
/// allow it is a contradiction, unless a receipt of the workflow says that the clock was set back.
record TimeCheck(ReceiptTable table, FindingLog log, ClockSteps clockSteps, long skewSeconds) {

    /// @param withoutOrder steps whose graph is contradictory already
    void run(BitSet withoutOrder) {
        for (int row = 0; row < table.size(); row++) {
            if (!withoutOrder.get(table.step(row))) {
                checkParents(row);
            }
            int before = table.previousRow(row);
            if (before != ReceiptTable.NONE) {
                compare(before, row, "the receipt before it");
            }
        }
    }

    private void checkParents(int row) {
        Parents parents = table.parents();
        for (int at = parents.from(row); at < parents.to(row); at++) {
            // The oldest receipt of the parent: a step may report progress while the next one starts.
            int parent = table.steps().first(parents.at(at));
            if (parent != ReceiptTable.NONE && parent != table.previousRow(row)) {
                compare(parent, row, "its parent " + table.stepIdOf(parent));
            }
        }
    }

    void compare(int before, int after, String what) {
        String subject = "step " + table.stepIdOf(after);
        compare(table.issuedAt(before), table.issuedAt(after), subject, what, table.ref(after), table.workflow(after));
    }

    void compareSummary(SignedSummary summary, int newest) {
        long issued = summary.issuedAt().getEpochSecond();
        String what = "receipt " + table.ref(newest) + ", which it sums up,";
        compare(table.issuedAt(newest), issued, "the summary", what, summary.ref(), table.workflow(newest));
    }

    private void compare(long early, long late, String subject, String what, String ref, int workflow) {
        if (late >= early) {
            return;
        }
        String workflowId = table.workflowId(workflow);
        boolean explained = clockSteps.explain(workflowId, early, late);
        log.add(
                FindingCode.TEMPORAL_ORDER,
                explained ? Severity.INFO : severity(early - late),
                ref,
                workflowId,
                subject + " is dated " + Instant.ofEpochSecond(late) + ", " + (early - late) + " s before " + what
                        + " at " + Instant.ofEpochSecond(early)
                        + (explained ? "; a receipt says that the clock was set back" : ""));
    }

    private Severity severity(long seconds) {
        return seconds > skewSeconds ? Severity.ERROR : Severity.WARNING;
    }
}
