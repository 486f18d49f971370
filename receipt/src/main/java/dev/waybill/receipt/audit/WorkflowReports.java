package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import dev.waybill.receipt.workflow.SummaryEvidence;
import dev.waybill.receipt.workflow.WorkflowError;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Describes each workflow of a judged set.
final class WorkflowReports {

    private static final int LISTED = 1_000;

    /// How many receipts are listed in their order, over all workflows.
    private static final int SEQUENCED = 10_000;

    private final ReceiptTable table;
    private final RowsByWorkflow rows;
    private final Summaries summaries;
    private final SummaryCheck checked;
    private final Sequences sequences;
    private int sequenced;

    WorkflowReports(
            ReceiptTable table, RowsByWorkflow rows, Sequences sequences, Summaries summaries, SummaryCheck checked) {
        this.table = table;
        this.rows = rows;
        this.sequences = sequences;
        this.summaries = summaries;
        this.checked = checked;
    }

    List<WorkflowReport> list() {
        List<WorkflowReport> reports = new ArrayList<>();
        for (int workflow = 0; workflow < Math.min(LISTED, table.workflowCount()); workflow++) {
            reports.add(report(workflow));
        }
        return reports;
    }

    private WorkflowReport report(int workflow) {
        String id = table.workflowId(workflow);
        SignedSummary summary = summaries.governing(id);
        SummaryEvidence evidence = summary == null ? null : summary.evidence();
        WorkflowError error = evidence == null ? null : evidence.errorContext();
        Digest root = evidence == null ? null : evidence.receiptMerkleRoot();
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int i = 0; i < rows.count(workflow); i++) {
            long issuedAt = table.issuedAt(rows.row(workflow, i));
            first = Math.min(first, issuedAt);
            last = Math.max(last, issuedAt);
        }
        return new WorkflowReport(
                id,
                rows.count(workflow),
                first,
                last,
                evidence == null ? null : evidence.status().wire(),
                commitment(summary),
                root == null ? null : root.toString(),
                checked.complete(id) && summary != null && summary.bindsContents(),
                sequences.order(workflow),
                sequences.pieces(workflow),
                sequence(workflow),
                summary == null ? null : summary.ref(),
                error == null ? null : error.errorCode(),
                error == null ? null : error.errorMessage());
    }

    private List<String> sequence(int workflow) {
        int[] first = sequences.first(workflow, Math.min(LISTED, SEQUENCED - sequenced));
        sequenced += first.length;
        return IntStream.of(first).mapToObj(table::ref).toList();
    }

    private static String commitment(@Nullable SignedSummary summary) {
        if (summary == null) {
            return "none";
        }
        if (!summary.bindsContents()) {
            return "ids";
        }
        boolean refs = summary.evidence().receiptRefs() != null;
        boolean merkle = summary.evidence().receiptMerkleRoot() != null;
        return merkle && refs ? "merkle+refs" : merkle ? "merkle" : "refs";
    }
}
