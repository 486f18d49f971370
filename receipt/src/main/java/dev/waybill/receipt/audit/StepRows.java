package dev.waybill.receipt.audit;

import dev.waybill.receipt.workflow.StepId;

/// The steps of a set, and which rows are receipts of which step. A step may have several: its progress.
///
/// A step is known by its workflow and its name: two workflows may use one name. Names are stored once
/// and are known to the checks by number.
final class StepRows {

    private final Texts names;
    private final IntColumn stepOf;
    private final IntColumn firstRow;
    private final IntColumn nextRow;

    StepRows(int expected) {
        names = new Texts(expected);
        stepOf = new IntColumn(expected);
        firstRow = new IntColumn(expected);
        nextRow = new IntColumn(expected);
    }

    /// Rows are added one by one, from 0.
    void add(int row, int workflow, StepId id) {
        int step = intern(workflow, id);
        stepOf.add(step);
        int first = firstRow.get(step);
        if (first == ReceiptTable.NONE) {
            firstRow.set(step, row);
            nextRow.add(ReceiptTable.NONE);
        } else {
            // Newest first after the head, so that a step with a million receipts costs no walk.
            nextRow.add(nextRow.get(first));
            nextRow.set(first, row);
        }
    }

    int intern(int workflow, StepId id) {
        int step = names.intern(qualified(workflow, id.value()));
        while (firstRow.size() <= step) {
            firstRow.add(ReceiptTable.NONE);
        }
        return step;
    }

    private static String qualified(int workflow, String stepId) {
        return workflow + ":" + stepId;
    }

    /// Puts the oldest receipt of each step first, so that the order of the input decides nothing.
    void settle(ReceiptTable table) {
        for (int step = 0; step < firstRow.size(); step++) {
            int head = firstRow.get(step);
            if (head != ReceiptTable.NONE && nextRow.get(head) != ReceiptTable.NONE) {
                settle(step, head, table);
            }
        }
    }

    private void settle(int step, int head, ReceiptTable table) {
        int oldest = head;
        int beforeOldest = ReceiptTable.NONE;
        for (int before = head, row = nextRow.get(head); row != ReceiptTable.NONE; row = nextRow.get(row)) {
            if (table.isBefore(row, oldest)) {
                oldest = row;
                beforeOldest = before;
            }
            before = row;
        }
        if (oldest != head) {
            nextRow.set(beforeOldest, nextRow.get(oldest));
            nextRow.set(oldest, head);
            firstRow.set(step, oldest);
        }
    }

    int count() {
        return names.size();
    }

    int of(int row) {
        return stepOf.get(row);
    }

    String name(int step) {
        String qualified = names.get(step);
        return qualified.substring(qualified.indexOf(':') + 1);
    }

    int find(int workflow, String stepId) {
        return names.find(qualified(workflow, stepId));
    }

    /// The first row of a step, or [ReceiptTable#NONE] when it is only named as a parent.
    int first(int step) {
        return firstRow.get(step);
    }

    /// The next row of the same step, or [ReceiptTable#NONE].
    int next(int row) {
        return nextRow.get(row);
    }
}
