package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.workflow.SummaryEvidence;
import dev.waybill.receipt.workflow.WorkflowError;
import dev.waybill.receipt.workflow.WorkflowSummary;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What the summaries say, and whether it fits the receipts: seed 4.3, 6.7 rule 2 and 10.4.
/// The commitment itself is judged by [CommitmentCheck].
final class SummaryCheck {

    private final ReceiptTable table;
    private final RowsByWorkflow rows;
    private final Summaries summaries;
    private final FindingLog log;
    private final AuditOptions options;
    private final Map<String, CommitmentCheck> commitments = new LinkedHashMap<>();

    SummaryCheck(ReceiptTable table, RowsByWorkflow rows, Summaries summaries, FindingLog log, AuditOptions options) {
        this.table = table;
        this.rows = rows;
        this.summaries = summaries;
        this.log = log;
        this.options = options;
    }

    void run() {
        for (String workflow : summaries.workflows()) {
            checkRivals(workflow);
            Receipt governing = summaries.governing(workflow);
            if (governing != null) {
                checkGoverning(workflow, governing);
            }
        }
        if (options.requireCommitment()) {
            requireCommitments();
        }
    }

    private void checkRivals(String workflow) {
        if (summaries.repeated(workflow) > 0) {
            log.add(FindingCode.SUMMARY_REPLAYED, null, workflow, "the same summary appears more than once");
        }
        List<Receipt> finals =
                summaries.of(workflow).stream().filter(Summaries::isFinal).toList();
        for (Receipt rival : finals.size() > 1 ? finals : List.<Receipt>of()) {
            log.add(
                    FindingCode.SUMMARY_RIVAL,
                    rival.ref().toString(),
                    workflow,
                    "one of " + finals.size() + " final summaries of this workflow, status "
                            + Summaries.summary(rival).evidence().status().wire());
        }
    }

    private void checkGoverning(String workflow, Receipt receipt) {
        WorkflowSummary summary = Summaries.summary(receipt);
        String ref = receipt.ref().toString();
        SummaryEvidence evidence = summary.evidence();
        if (!evidence.status().isTerminal()) {
            log.add(
                    FindingCode.SUMMARY_OPEN,
                    ref,
                    workflow,
                    "the summary says in_progress, as of " + summary.issuedAt());
        }
        Instant expires = summary.expiresAt();
        if (expires != null && expires.getEpochSecond() < options.now()) {
            log.add(FindingCode.SUMMARY_EXPIRED, ref, workflow, "the summary expired at " + expires);
        }
        summary.advice().forEach(advice -> log.add(FindingCode.SUMMARY_IMPRECISE, ref, workflow, advice.message()));
        int number = table.findWorkflow(workflow);
        checkIssuer(receipt, number);
        checkAgents(evidence, ref, number);
        checkFailedStep(evidence.errorContext(), ref, workflow, number);
        var commitment = new CommitmentCheck(table, rows, log, receipt, number);
        commitment.run(summaries.of(workflow));
        commitments.put(workflow, commitment);
    }

    private void checkIssuer(Receipt receipt, int workflow) {
        for (int i = 0; i < rows.count(workflow); i++) {
            if (table.key(rows.row(workflow, i)).issuer().equals(receipt.issuer())) {
                return;
            }
        }
        if (rows.count(workflow) > 0) {
            log.add(
                    FindingCode.SUMMARY_FOREIGN,
                    receipt.ref().toString(),
                    table.workflowId(workflow),
                    "the summary is signed by " + receipt.issuer() + ", who issued none of the receipts");
        }
    }

    private void checkAgents(SummaryEvidence evidence, String ref, int workflow) {
        Set<String> listed = new HashSet<>(evidence.agentsInvolved());
        Set<Integer> seen = new HashSet<>();
        for (int i = 0; i < rows.count(workflow); i++) {
            int row = rows.row(workflow, i);
            String agent = table.orchestratorId(row);
            if (agent != null
                    && seen.add(table.orchestratorLabel(row))
                    && !listed.contains(agent)
                    && !listed.contains(ReceiptTable.digestOfName(agent))) {
                log.add(
                        FindingCode.AGENT_NOT_LISTED,
                        table.ref(row),
                        table.workflowId(workflow),
                        "agent " + agent + " acts in a receipt, but agents_involved of " + ref + " does not list it");
            }
        }
    }

    private void checkFailedStep(
            @org.jspecify.annotations.Nullable WorkflowError error, String ref, String workflow, int number) {
        if (error == null) {
            return;
        }
        String step = error.failedStepId().value();
        int known = number == ReceiptTable.NONE ? ReceiptTable.NONE : table.findStep(number, step);
        if (known == ReceiptTable.NONE || table.rowOfStep(known) == ReceiptTable.NONE) {
            log.add(
                    FindingCode.FAILED_STEP_NOT_FOUND,
                    ref,
                    workflow,
                    "the summary says that step " + step + " failed, but no receipt of it is here");
        }
    }

    private void requireCommitments() {
        for (int workflow = 0; workflow < table.workflowCount(); workflow++) {
            String id = table.workflowId(workflow);
            Receipt summary = summaries.governing(id);
            if (summary == null) {
                log.add(FindingCode.COMMITMENT_REQUIRED, null, id, "no summary commits to the receipts");
            } else if (Summaries.summary(summary).evidence().receiptMerkleRoot() == null) {
                log.add(
                        FindingCode.COMMITMENT_REQUIRED,
                        summary.ref().toString(),
                        id,
                        "the summary has no receipt_merkle_root");
            }
        }
        if (table.workflowCount() == 0) {
            log.add(FindingCode.COMMITMENT_REQUIRED, null, null, "no summary commits to the receipts");
        }
    }

    /// Whether a summary says that more receipts of a workflow exist than are here.
    boolean knownAbsent(Digest digest, int workflow) {
        CommitmentCheck commitment = commitments.get(table.workflowId(workflow));
        return commitment != null && commitment.knownAbsent(digest);
    }

    /// Whether all that the summary of a workflow commits to is here and nothing else.
    boolean complete(String workflow) {
        CommitmentCheck commitment = commitments.get(workflow);
        return commitment != null && commitment.complete();
    }
}
