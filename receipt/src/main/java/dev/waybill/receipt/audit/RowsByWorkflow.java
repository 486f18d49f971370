package dev.waybill.receipt.audit;

import java.util.Arrays;

/// The rows of each workflow, in input order: one counting sort over the table.
final class RowsByWorkflow {

    private final int[] start;
    private final int[] rows;

    RowsByWorkflow(ReceiptTable table) {
        start = new int[table.workflowCount() + 1];
        rows = new int[table.size()];
        for (int row = 0; row < rows.length; row++) {
            start[table.workflow(row) + 1]++;
        }
        for (int workflow = 0; workflow + 1 < start.length; workflow++) {
            start[workflow + 1] += start[workflow];
        }
        int[] next = start.clone();
        for (int row = 0; row < rows.length; row++) {
            rows[next[table.workflow(row)]++] = row;
        }
    }

    int count(int workflow) {
        return workflow == ReceiptTable.NONE ? 0 : start[workflow + 1] - start[workflow];
    }

    int[] of(int workflow) {
        return Arrays.copyOfRange(rows, start[workflow], start[workflow + 1]);
    }

    int row(int workflow, int index) {
        return rows[start[workflow] + index];
    }
}
