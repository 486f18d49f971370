package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import dev.waybill.receipt.workflow.WorkflowError;
import dev.waybill.receipt.workflow.WorkflowStatus;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the summaries say, and whether it fits the receipts: section 4.3, 6.7 and 10.4.
/// The commitment itself is judged by [CommitmentCheck], and only when the whole set is here.
final class SummaryCheck {

    private final ReceiptTable table;
    private final RowsByWorkflow rows;
    private final Summaries summaries;
    private final FindingLog log;
    private final AuditOptions options;
    private final Sequences sequences;
    private final Map<String, CommitmentCheck> commitments = new LinkedHashMap<>();
    private final SummarySigners signers;

    SummaryCheck(
            ReceiptTable table,
            RowsByWorkflow rows,
            Sequences sequences,
            Summaries summaries,
            FindingLog log,
            AuditOptions options) {
        this.table = table;
        this.rows = rows;
        this.sequences = sequences;
        this.summaries = summaries;
        this.log = log;
        this.options = options;
        this.signers = new SummarySigners(table, rows, sequences);
    }

    /// @param whole whether all receipts should be here, and not only a selection
    void run(boolean whole, TimeCheck times) {
        var history = new SummaryHistory(table, log);
        var agents = new AgentCheck(table, rows, log);
        var roots = new BeginningRoots(table, rows, sequences, log);
        for (String workflow : summaries.workflows()) {
            SignedSummary governing = summaries.of(workflow).getFirst();
            int number = table.findWorkflow(workflow);
            history.check(workflow, summaries.of(workflow), summaries.repeated(workflow) > 0, whole);
            checkStatement(workflow, governing);
            checkIssuer(governing, workflow, number, whole);
            checkTime(governing, number, times);
            if (whole) {
                agents.check(governing, number);
                checkFailedStep(governing, workflow, number);
                checkCommitment(governing, workflow, number, roots);
            }
        }
        roots.reportLeft();
        if (summaries.left() > 0) {
            String message = summaries.left() + " summaries were more than this verifier keeps";
            log.add(FindingCode.TOO_MANY_SUMMARIES, null, null, message);
        }
        if (options.requireCommitment()) {
            requireCommitments();
        }
    }

    private void checkStatement(String workflow, SignedSummary summary) {
        if (!summary.isFinal()) {
            String message = "the summary says in_progress, as of " + summary.issuedAt();
            log.add(FindingCode.SUMMARY_OPEN, summary.ref(), workflow, message);
        }
        Instant expires = summary.summary().expiresAt();
        Long receiptExpires = summary.receiptExpiresAt();
        if (expires != null && expires.getEpochSecond() < options.now()) {
            log.add(FindingCode.SUMMARY_EXPIRED, summary.ref(), workflow, "the summary expired at " + expires);
        } else if (receiptExpires != null && receiptExpires < options.now() - options.skewSeconds()) {
            String message = "the receipt that signs the summary expired at " + Instant.ofEpochSecond(receiptExpires);
            log.add(FindingCode.SUMMARY_EXPIRED, summary.ref(), workflow, message);
        }
        summary.summary()
                .advice()
                .forEach(advice -> log.add(FindingCode.SUMMARY_IMPRECISE, summary.ref(), workflow, advice.message()));
    }

    private void checkIssuer(SignedSummary summary, String workflow, int number, boolean whole) {
        signers.check(summary, number, whole)
                .ifPresent(message -> log.add(FindingCode.SUMMARY_FOREIGN, summary.ref(), workflow, message));
    }

    private void checkTime(SignedSummary summary, int workflow, TimeCheck times) {
        if (!summary.isFinal() || rows.count(workflow) == 0) {
            return;
        }
        int newest = rows.row(workflow, 0);
        for (int i = 1; i < rows.count(workflow); i++) {
            newest = table.isBefore(newest, rows.row(workflow, i)) ? rows.row(workflow, i) : newest;
        }
        times.compareSummary(summary, newest);
    }

    private void checkFailedStep(SignedSummary summary, String workflow, int number) {
        WorkflowError error = summary.evidence().errorContext();
        if (error == null) {
            return;
        }
        String step = error.failedStepId().value();
        int known =
                number == ReceiptTable.NONE ? ReceiptTable.NONE : table.steps().find(number, step);
        if (known == ReceiptTable.NONE || table.steps().first(known) == ReceiptTable.NONE) {
            String message = "the summary says that step " + step + " failed, but no receipt of it is here";
            log.add(FindingCode.FAILED_STEP_NOT_FOUND, summary.ref(), workflow, message);
        }
    }

    private void checkCommitment(SignedSummary summary, String workflow, int number, BeginningRoots roots) {
        var commitment = new CommitmentCheck(table, rows, log, summary, number);
        commitment.run(summaries.of(workflow));
        if (!commitment.lacksReceipts()) {
            roots.check(summaries.of(workflow), number);
        }
        commitments.put(workflow, commitment);
    }

    private void requireCommitments() {
        for (int workflow = 0; workflow < table.workflowCount(); workflow++) {
            requireCommitment(table.workflowId(workflow), summaries.governing(table.workflowId(workflow)));
        }
        summaries.workflows().stream()
                .filter(id -> table.findWorkflow(id) == ReceiptTable.NONE)
                .forEach(id -> requireCommitment(id, summaries.governing(id)));
        if (table.workflowCount() == 0 && summaries.workflows().isEmpty()) {
            log.add(FindingCode.COMMITMENT_REQUIRED, null, null, "no summary commits to the receipts");
        }
    }

    private void requireCommitment(String id, @Nullable SignedSummary summary) {
        if (summary == null) {
            log.add(FindingCode.COMMITMENT_REQUIRED, null, id, "no summary commits to the receipts");
        } else if (summary.evidence().receiptMerkleRoot() == null) {
            String message = "the summary has no receipt_merkle_root";
            log.add(FindingCode.COMMITMENT_REQUIRED, summary.ref(), id, message);
        }
    }

    /// Whether a summary says that more receipts of a workflow exist than are here.
    boolean knownAbsent(Digest digest, int workflow) {
        CommitmentCheck commitment = commitments.get(table.workflowId(workflow));
        return commitment != null && commitment.knownAbsent(digest);
    }

    /// Whether all that the summary of a workflow commits to is here and nothing else.
    boolean exact(String workflow) {
        CommitmentCheck commitment = commitments.get(workflow);
        return commitment != null && commitment.exact();
    }

    /// What speaks against the signer of the summary, if anything does.
    Optional<String> objection(String workflow) {
        return signers.objection(workflow);
    }

    /// Whether a final summary, by whoever began the workflow, commits to exactly the receipts here.
    boolean complete(String workflow) {
        SignedSummary summary = summaries.governing(workflow);
        return summary != null && summary.isFinal() && objection(workflow).isEmpty() && exact(workflow);
    }

    /// Whether a workflow need not have reached its last step: it failed, was cancelled, or goes on.
    boolean endedEarly(int workflow) {
        SignedSummary summary = summaries.governing(table.workflowId(workflow));
        return summary != null && summary.evidence().status() != WorkflowStatus.COMPLETED;
    }

    /// Whether a summary from within a receipt's validity vouches for it.
    boolean vouchedUntil(int workflow, long expiry) {
        return summaries.of(table.workflowId(workflow)).stream()
                .map(SignedSummary::issuedAt)
                .anyMatch(issuedAt -> issuedAt.getEpochSecond() <= expiry);
    }
}
