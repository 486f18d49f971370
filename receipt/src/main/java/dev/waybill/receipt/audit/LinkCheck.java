package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// How the workflows of a set belong together: the second layer above each workflow by itself.
///
/// A child workflow names the receipt that started it. Workflows that nothing links are a finding, since
/// section 6.6 rule 3 expects one workflow.
final class LinkCheck {

    private static final int SHOWN = 5;

    private final ReceiptTable table;
    private final FindingLog log;
    private final TimeCheck times;
    private final WorkflowGroups groups;
    private final List<Link> links = new ArrayList<>();
    private final Set<Started> started = new HashSet<>();
    private final BitSet naming = new BitSet();
    private final Map<Integer, String> absentCallers = new TreeMap<>();

    /// A receipt that started another workflow, by rows.
    record Link(int callerRow, int childRow) {}

    /// A receipt and a workflow that names it as the one that started it.
    private record Started(int callerRow, int workflow) {}

    /// A workflow and one spelling of the receipt that started it.
    private record Claim(int workflow, int caller) {}

    LinkCheck(ReceiptTable table, FindingLog log, TimeCheck times) {
        this.table = table;
        this.log = log;
        this.times = times;
        this.groups = new WorkflowGroups(table.workflowCount());
    }

    void run() {
        // Every receipt of a child may repeat who started it; its oldest one stands for all.
        Map<Claim, Integer> oldest = new HashMap<>();
        for (int row = 0; row < table.size(); row++) {
            if (table.caller(row) != ReceiptTable.NONE) {
                Claim claim = new Claim(table.workflow(row), table.caller(row));
                oldest.merge(claim, row, (known, other) -> table.isBefore(other, known) ? other : known);
            }
        }
        oldest.values().stream().sorted().forEach(this::link);
        groups.cycles().forEach(this::reportCycle);
        reportApart();
    }

    List<Link> links() {
        return links;
    }

    /// Whether a receipt of a workflow names this one as its caller.
    boolean isCaller(int row, int workflow) {
        return started.contains(new Started(row, workflow));
    }

    /// Whether a workflow says who started it, here or not.
    boolean namesACaller(int workflow) {
        return naming.get(workflow);
    }

    /// Workflows that name a caller which is not here, each with the caller's reference.
    Map<Integer, String> absentCallers() {
        return absentCallers;
    }

    private void link(int row) {
        naming.set(table.workflow(row));
        String ref = String.valueOf(table.callerRef(row));
        int caller = caller(row, ref);
        if (caller != ReceiptTable.NONE && table.workflow(caller) != table.workflow(row)) {
            links.add(new Link(caller, row));
            started.add(new Started(caller, table.workflow(row)));
            groups.link(table.workflow(caller), table.workflow(row));
            times.compare(caller, row, "the receipt that started its workflow,");
        }
    }

    /// The row that a reference names; reports when it is not exactly one.
    private int caller(int row, String ref) {
        Digest digest = Digest.tryParse(ref).orElse(null);
        int found = digest == null ? table.ids().find(ReceiptRefs.bareId(ref)) : table.rowOf(digest);
        if (found == ReceiptTable.NONE) {
            String message = "the workflow was started by receipt " + ref + ", which is not among the steps here";
            absentCallers.put(table.workflow(row), ref);
            log.add(FindingCode.LINK_NOT_FOUND, table.ref(row), table.workflowIdOf(row), message);
        } else if (digest == null && table.ids().next(found) != ReceiptTable.NONE) {
            String message = "the workflow was started by receipt " + ref + ", but several receipts are called so";
            log.add(
                    FindingCode.RECEIPT_REF_AMBIGUOUS,
                    Severity.WARNING,
                    table.ref(row),
                    table.workflowIdOf(row),
                    message);
            return ReceiptTable.NONE;
        }
        return found;
    }

    private void reportCycle(List<Integer> cycle) {
        List<String> ids = cycle.stream().map(table::workflowId).sorted().toList();
        log.add(
                FindingCode.E_WORKFLOW_CYCLE_DETECTED,
                null,
                ids.getFirst(),
                ids.size() + " workflows started each other: " + shown(ids));
    }

    private void reportApart() {
        List<String> apart = groups.representatives(table::workflowId);
        if (apart.size() > 1) {
            String message = apart.size() + " workflows that nothing links: " + shown(apart);
            log.add(FindingCode.MIXED_WORKFLOW_ID, Severity.WARNING, null, null, message);
        }
    }

    private static String shown(List<String> ids) {
        return String.join(", ", ids.subList(0, Math.min(SHOWN, ids.size()))) + (ids.size() > SHOWN ? ", …" : "");
    }
}
