package dev.waybill.receipt.audit;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Section 6.7 rule 1: step_index counts from 0 without holes and fits step_total.
///
/// A hole means that a receipt is missing, unless the summary's commitment shows that none is: then the
/// steps are oddly numbered. Steps that a run never reached are no hole.
record StepNumbers(ReceiptTable table, RowsByWorkflow rows, SummaryCheck summaries, FindingLog log) {

    void run() {
        for (int workflow = 0; workflow < table.workflowCount(); workflow++) {
            long total = checkTotals(workflow);
            long[] used = indexes(workflow);
            if (used.length > 0) {
                checkSequence(workflow, used, total);
            }
        }
    }

    /// The largest total that any receipt claims, or [ReceiptTable#NONE].
    private long checkTotals(int workflow) {
        long smallest = Long.MAX_VALUE;
        long largest = ReceiptTable.NONE;
        for (int i = 0; i < rows.count(workflow); i++) {
            int row = rows.row(workflow, i);
            long total = table.stepTotal(row);
            if (total == ReceiptTable.NONE) {
                continue;
            }
            smallest = Math.min(smallest, total);
            largest = Math.max(largest, total);
            long index = table.stepIndex(row);
            if (index >= total) {
                String message = "step_index " + index + " does not fit step_total " + total;
                mismatch(workflow, table.ref(row), message + "; indexes start at 0");
            }
        }
        if (largest != ReceiptTable.NONE && smallest != largest) {
            mismatch(workflow, null, "step_total is " + smallest + " on some receipts and " + largest + " on others");
        }
        return largest;
    }

    private void mismatch(int workflow, @Nullable String ref, String message) {
        log.add(FindingCode.STEP_TOTAL_MISMATCH, ref, table.workflowId(workflow), message);
    }

    /// The numbers in use, sorted; the progress receipts of a step count once.
    private long[] indexes(int workflow) {
        long[] used = new long[rows.count(workflow)];
        int count = 0;
        for (int i = 0; i < used.length; i++) {
            int row = rows.row(workflow, i);
            if (table.stepIndex(row) != ReceiptTable.NONE && table.steps().first(table.step(row)) == row) {
                used[count++] = table.stepIndex(row);
            }
        }
        long[] sorted = Arrays.copyOf(used, count);
        Arrays.sort(sorted);
        return sorted;
    }

    private void checkSequence(int workflow, long[] used, long total) {
        long next = 0;
        for (long index : used) {
            if (index < next) {
                String message = "step_index " + index + " is used more than once";
                log.add(FindingCode.STEP_INDEX_REPEATED, null, table.workflowId(workflow), message);
            } else {
                reportGap(workflow, next, index);
                next = index + 1;
            }
        }
        if (!summaries.endedEarly(workflow)) {
            reportGap(workflow, next, total);
        }
    }

    private void reportGap(int workflow, long from, long to) {
        if (from < to) {
            String missing = from == to - 1 ? "step_index " + from : "step_index " + from + " to " + (to - 1);
            String id = table.workflowId(workflow);
            boolean nothingMissing = summaries.exact(id);
            log.add(
                    FindingCode.STEP_INDEX_GAP,
                    nothingMissing ? Severity.WARNING : Severity.GAP,
                    null,
                    id,
                    "no receipt has " + missing
                            + (nothingMissing ? ", although all that the summary commits to are here" : ""));
        }
    }
}
