package dev.waybill.receipt.audit;

import java.util.Arrays;

/// Seed 6.7 rule 1 and 8.3: step numbers without holes, and one execution for each step_id.
final class StepCheck {

    private final ReceiptTable table;
    private final FindingLog log;

    StepCheck(ReceiptTable table, FindingLog log) {
        this.table = table;
        this.log = log;
    }

    void run() {
        for (int row = 0; row < table.size(); row++) {
            if (table.rowOfStep(table.step(row)) == row && table.nextRowOfStep(row) != ReceiptTable.NONE) {
                checkProgress(row);
            }
        }
        checkNumbers();
    }

    /// Several receipts of one step are progress reports: chained, and with the same parents.
    private void checkProgress(int first) {
        int unchained = table.previous(first) == ReceiptTable.NONE ? 1 : 0;
        for (int row = table.nextRowOfStep(first); row != ReceiptTable.NONE; row = table.nextRowOfStep(row)) {
            unchained += table.previous(row) == ReceiptTable.NONE ? 1 : 0;
            if (unchained > 1 || !sameParents(first, row)) {
                log.add(
                        FindingCode.DUPLICATE_STEP,
                        table.ref(row),
                        table.workflowId(table.workflow(row)),
                        "step " + table.stepId(table.step(row)) + " has another receipt, " + table.ref(first)
                                + (unchained > 1 ? ", and no prev_receipt_hash links them" : ", with other parents"));
                return;
            }
        }
    }

    private boolean sameParents(int a, int b) {
        int length = table.parentsTo(a) - table.parentsFrom(a);
        if (table.parentsTo(b) - table.parentsFrom(b) != length
                || table.parentsWithheld(a) != table.parentsWithheld(b)) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (table.parent(table.parentsFrom(a) + i) != table.parent(table.parentsFrom(b) + i)) {
                return false;
            }
        }
        return true;
    }

    /// Collects (workflow, index) pairs and sorts them, so that memory follows the receipts and not the
    /// numbers that they claim.
    private void checkNumbers() {
        int[] totals = new int[table.workflowCount()];
        Arrays.fill(totals, ReceiptTable.NONE);
        LongColumn used = new LongColumn(16);
        for (int row = 0; row < table.size(); row++) {
            int index = table.stepIndex(row);
            checkTotal(row, index, totals);
            if (index != ReceiptTable.NONE && table.rowOfStep(table.step(row)) == row) {
                used.add((long) table.workflow(row) << Integer.SIZE | index);
            }
        }
        long[] sorted = used.sorted();
        for (int from = 0; from < sorted.length; ) {
            int to = from;
            while (to < sorted.length && workflow(sorted[to]) == workflow(sorted[from])) {
                to++;
            }
            checkSequence(sorted, from, to, totals[workflow(sorted[from])]);
            from = to;
        }
    }

    private static int workflow(long pair) {
        return (int) (pair >>> Integer.SIZE);
    }

    private void checkTotal(int row, int index, int[] totals) {
        int total = table.stepTotal(row);
        if (total == ReceiptTable.NONE) {
            return;
        }
        int workflow = table.workflow(row);
        if (totals[workflow] == ReceiptTable.NONE) {
            totals[workflow] = total;
        } else if (totals[workflow] != total) {
            mismatch(row, "step_total is " + total + " here and " + totals[workflow] + " on an earlier receipt");
        }
        if (index >= total) {
            mismatch(row, "step_index " + index + " does not fit step_total " + total + "; indexes start at 0");
        }
    }

    private void mismatch(int row, String message) {
        log.add(FindingCode.STEP_TOTAL_MISMATCH, table.ref(row), table.workflowId(table.workflow(row)), message);
    }

    private void checkSequence(long[] sorted, int from, int to, int total) {
        String workflow = table.workflowId(workflow(sorted[from]));
        int last = (int) sorted[to - 1];
        int expected = Math.max(total, last == Integer.MAX_VALUE ? last : last + 1);
        int next = 0;
        for (int i = from; i < to; i++) {
            int index = (int) sorted[i];
            if (index < next) {
                log.add(FindingCode.STEP_INDEX_REPEATED, null, workflow, "step_index " + index + " is used twice");
                continue;
            }
            reportGap(workflow, next, index, expected);
            next = index + 1;
        }
        reportGap(workflow, next, expected, expected);
    }

    private void reportGap(String workflow, int from, int to, int expected) {
        if (from < to) {
            String missing = from == to - 1 ? "step_index " + from : "step_index " + from + " to " + (to - 1);
            log.add(
                    FindingCode.STEP_INDEX_GAP,
                    null,
                    workflow,
                    "no receipt has " + missing + " of " + expected + " steps");
        }
    }
}
