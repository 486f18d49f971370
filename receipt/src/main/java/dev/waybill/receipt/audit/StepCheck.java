package dev.waybill.receipt.audit;

/// Section 8.3: one execution for each step_id. Several receipts of one step are its progress: they hang on
/// one hash chain, with any other receipts between them, and name the same parents.
final class StepCheck {

    private final ReceiptTable table;
    private final StepRows steps;
    private final FindingLog log;
    private final ChainRoots roots;

    StepCheck(ReceiptTable table, FindingLog log) {
        this.table = table;
        this.steps = table.steps();
        this.log = log;
        this.roots = new ChainRoots(table);
    }

    void run() {
        for (int step = 0; step < steps.count(); step++) {
            int first = steps.first(step);
            if (first != ReceiptTable.NONE && steps.next(first) != ReceiptTable.NONE) {
                checkProgress(first);
            }
        }
    }

    private void checkProgress(int first) {
        int root = ChainRoots.UNKNOWN;
        int informed = first;
        int receipts = 0;
        boolean linked = true;
        boolean agreed = true;
        for (int row = first; row != ReceiptTable.NONE; row = steps.next(row)) {
            receipts++;
            int begin = roots.of(row);
            linked &= begin == ChainRoots.UNKNOWN || root == ChainRoots.UNKNOWN || begin == root;
            root = begin == ChainRoots.UNKNOWN ? root : begin;
            // A withheld list says nothing; the others must agree with the first one that speaks.
            informed = table.parents().withheld(informed) ? row : informed;
            agreed &= table.parents().agree(informed, row);
        }
        if (!linked || !agreed) {
            String why = linked ? " that name different parents" : " that no chain of prev_receipt_hash links";
            log.add(
                    FindingCode.DUPLICATE_STEP,
                    table.ref(first),
                    table.workflowIdOf(first),
                    "step " + table.stepIdOf(first) + " has " + receipts + " receipts" + why);
        }
    }
}
