package dev.waybill.receipt.audit;

/// Section 6.6, rules 2 and 3: every parent is here, and in the same workflow.
final class ParentCheck {

    private final ReceiptTable table;
    private final StepRows steps;
    private final Parents parents;
    private final FindingLog log;
    private final Texts missing = new Texts(16);
    private final IntColumn elsewhere = new IntColumn(16);

    ParentCheck(ReceiptTable table, FindingLog log) {
        this.table = table;
        this.steps = table.steps();
        this.parents = table.parents();
        this.log = log;
    }

    void run() {
        for (int row = 0; row < table.size(); row++) {
            for (int at = parents.from(row); at < parents.to(row); at++) {
                if (isMissing(at)) {
                    missing.intern(steps.name(parents.at(at)));
                }
            }
        }
        if (missing.size() > 0) {
            findElsewhere();
            report();
        }
    }

    private boolean isMissing(int at) {
        return steps.first(parents.at(at)) == ReceiptTable.NONE;
    }

    /// Where the missing names occur as steps of another workflow; the first by its id, if of several.
    private void findElsewhere() {
        for (int name = 0; name < missing.size(); name++) {
            elsewhere.add(ReceiptTable.NONE);
        }
        for (int step = 0; step < steps.count(); step++) {
            int row = steps.first(step);
            int name = row == ReceiptTable.NONE ? HashSlots.EMPTY : missing.find(steps.name(step));
            if (name != HashSlots.EMPTY && isFirst(table.workflow(row), elsewhere.get(name))) {
                elsewhere.set(name, table.workflow(row));
            }
        }
    }

    private boolean isFirst(int workflow, int known) {
        return known == ReceiptTable.NONE || table.workflowId(workflow).compareTo(table.workflowId(known)) < 0;
    }

    private void report() {
        for (int row = 0; row < table.size(); row++) {
            for (int at = parents.from(row); at < parents.to(row); at++) {
                if (isMissing(at)) {
                    report(row, steps.name(parents.at(at)));
                }
            }
        }
    }

    private void report(int row, String parent) {
        int other = elsewhere.get(missing.find(parent));
        String names = "step " + table.stepIdOf(row) + " names parent " + parent;
        if (other == ReceiptTable.NONE) {
            log.add(
                    FindingCode.E_WORKFLOW_PARENT_NOT_FOUND,
                    table.ref(row),
                    table.workflowIdOf(row),
                    names + ", which has no receipt here");
        } else {
            log.add(
                    FindingCode.MIXED_WORKFLOW_ID,
                    table.ref(row),
                    table.workflowIdOf(row),
                    names + ", which belongs to workflow " + table.workflowId(other));
        }
    }
}
