package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import java.util.ArrayList;
import java.util.List;

/// How the workflows of a set belong together: the second layer above each workflow by itself.
///
/// A child workflow names the receipt that started it. Workflows that nothing links are a finding, since
/// seed 6.6 rule 3 expects one workflow.
final class LinkCheck {

    private static final int SHOWN = 5;

    private final ReceiptTable table;
    private final FindingLog log;
    private final TimeCheck times;
    private final int[] group;
    private final List<Link> links = new ArrayList<>();

    /// A receipt that started another workflow, by rows.
    record Link(int callerRow, int childRow) {}

    LinkCheck(ReceiptTable table, FindingLog log, TimeCheck times) {
        this.table = table;
        this.log = log;
        this.times = times;
        this.group = new int[table.workflowCount()];
        for (int i = 0; i < group.length; i++) {
            group[i] = i;
        }
    }

    void run() {
        for (int i = 0; i < table.callerCount(); i++) {
            link(table.callerRow(i), table.callerRef(i));
        }
        List<String> apart = new ArrayList<>();
        for (int workflow = 0; workflow < group.length; workflow++) {
            if (find(workflow) == workflow) {
                apart.add(table.workflowId(workflow));
            }
        }
        if (apart.size() > 1) {
            String shown = String.join(", ", apart.subList(0, Math.min(SHOWN, apart.size())));
            log.add(
                    FindingCode.MIXED_WORKFLOW_ID,
                    Severity.WARNING,
                    null,
                    null,
                    apart.size() + " workflows that nothing links: " + shown + (apart.size() > SHOWN ? ", …" : ""));
        }
    }

    List<Link> links() {
        return links;
    }

    private void link(int row, String ref) {
        int caller = Digest.tryParse(ref)
                .map(table::rowOf)
                .orElseGet(() -> table.ids().find(CommitmentCheck.bareId(ref)));
        if (caller == ReceiptTable.NONE) {
            log.add(
                    FindingCode.LINK_NOT_FOUND,
                    table.ref(row),
                    table.workflowId(table.workflow(row)),
                    "the workflow was started by receipt " + ref + ", which is not here");
            return;
        }
        if (table.workflow(caller) != table.workflow(row)) {
            links.add(new Link(caller, row));
            group[find(table.workflow(row))] = find(table.workflow(caller));
            times.compare(caller, row, "the receipt that started its workflow");
        }
    }

    private int find(int workflow) {
        int root = workflow;
        while (group[root] != root) {
            group[root] = group[group[root]];
            root = group[root];
        }
        return root;
    }
}
