package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import dev.waybill.receipt.record.AgentList;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/// Section 6.7 rule 2: every agent that acts in a receipt is among the summary's agents_involved, by name
/// or by digest.
record AgentCheck(ReceiptTable table, RowsByWorkflow rows, FindingLog log) {

    void check(SignedSummary summary, int workflow) {
        var listed = AgentList.reading(summary.evidence().agentsInvolved());
        TreeMap<Digest, Integer> unlisted = new TreeMap<>();
        oldestRows(workflow).values().forEach(row -> {
            Digest agent = table.agents().digest(row);
            if (!listed.names(agent)) {
                unlisted.put(agent, row);
            }
        });
        if (!unlisted.isEmpty() && !listed.holdsTogether(unlisted.navigableKeySet())) {
            unlisted.values().forEach(row -> report(summary, row));
        }
    }

    /// For each agent of a workflow, the oldest receipt in which it acts.
    private Map<Integer, Integer> oldestRows(int workflow) {
        Map<Integer, Integer> oldest = new HashMap<>();
        for (int i = 0; i < rows.count(workflow); i++) {
            int row = rows.row(workflow, i);
            int agent = table.agents().number(row);
            if (agent != ReceiptTable.NONE) {
                oldest.merge(agent, row, (known, other) -> table.isBefore(other, known) ? other : known);
            }
        }
        return oldest;
    }

    private void report(SignedSummary summary, int row) {
        log.add(
                FindingCode.AGENT_NOT_LISTED,
                table.ref(row),
                table.workflowIdOf(row),
                "agent " + table.agents().get(row) + " acts in a receipt, but agents_involved of " + summary.ref()
                        + " does not list it");
    }
}
