package dev.waybill.receipt.audit;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Asks of a judged set whether it is all that there is.
///
/// To be run after all other checks: a set about which anything is false or missing is never complete.
final class CompletenessCheck {

    private static final int LISTED = 1_000;

    private final ReceiptTable table;
    private final RowsByWorkflow rows;
    private final Summaries summaries;
    private final SummaryCheck checked;
    private final TreeSet<Completeness.Reason> smallest = new TreeSet<>(Completeness.Reason.ORDER);
    private long count;

    CompletenessCheck(ReceiptTable table, RowsByWorkflow rows, Summaries summaries, SummaryCheck checked) {
        this.table = table;
        this.rows = rows;
        this.summaries = summaries;
        this.checked = checked;
    }

    /// @param selection whether the receipts claim to be no more than a selection
    Completeness run(boolean selection, AuditCounts counts, Collection<Completeness.Reason> leftOut, Verdict verdict) {
        for (int workflow = 0; workflow < table.workflowCount(); workflow++) {
            check(table.workflowId(workflow), rows.count(workflow), selection);
        }
        summaries.workflows().stream()
                .filter(id -> table.findWorkflow(id) == ReceiptTable.NONE)
                .forEach(id -> check(id, 0, selection));
        leftOut.forEach(this::add);
        if (counts.outsideWorkflows() > 0) {
            String receipts = counts.outsideWorkflows() == 1 ? " receipt belongs" : " receipts belong";
            add(Completeness.Cause.OUTSIDE_WORKFLOWS, null, counts.outsideWorkflows() + receipts + " to no workflow");
        }
        if (verdict != Verdict.VERIFIED) {
            add(Completeness.Cause.FINDINGS, null, "something is " + (verdict == Verdict.BROKEN ? "false" : "missing"));
        }
        return new Completeness(List.copyOf(smallest), count);
    }

    private void check(String id, int here, boolean selection) {
        SignedSummary summary = summaries.governing(id);
        if (selection) {
            String of = summary == null ? "an unknown number of" : Long.toString(summary.committed());
            add(Completeness.Cause.SELECTION, id, "a selection, " + here + " of " + of + " receipts");
        } else if (summary == null) {
            add(Completeness.Cause.NO_SUMMARY, id, "no summary says how many receipts there should be");
        } else if (!summary.isFinal()) {
            add(Completeness.Cause.OPEN_RUN, id, "the run was still open at " + summary.issuedAt());
        } else if (checked.objection(id).isPresent()) {
            add(Completeness.Cause.FOREIGN_SUMMARY, id, checked.objection(id).get());
        } else if (!checked.exact(id)) {
            String message = "the receipts here, " + here + ", are not exactly the " + summary.committed()
                    + " that the summary commits to";
            add(Completeness.Cause.OTHER_RECEIPTS, id, message);
        } else if (!summary.bindsContents()) {
            String message = "the summary names receipts by id only; their contents are not bound";
            add(Completeness.Cause.CONTENTS_UNBOUND, id, message);
        }
    }

    private void add(Completeness.Cause cause, @Nullable String workflow, String message) {
        add(new Completeness.Reason(cause, workflow, message));
    }

    private void add(Completeness.Reason reason) {
        // A set keeps one of two equal reasons, and so does the count.
        if (smallest.contains(reason)) {
            return;
        }
        count++;
        smallest.add(reason);
        if (smallest.size() > LISTED) {
            smallest.pollLast();
        }
    }
}
