package dev.waybill.receipt.api;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.audit.AuditOptions;
import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.ReceiptSource;
import dev.waybill.receipt.audit.Severity;
import dev.waybill.receipt.audit.WorkflowAuditor;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.merkle.InclusionProof;
import dev.waybill.receipt.merkle.MerkleCommitment;
import dev.waybill.receipt.merkle.SortedReceiptSet;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowId;
import dev.waybill.receipt.workflow.WorkflowIds;
import dev.waybill.receipt.workflow.WorkflowSummary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// PEAC workflow correlation, by the names of its specification.
public final class PeacWorkflow {

    /// Where a receipt carries its workflow context.
    public static final String WORKFLOW_EXTENSION_KEY = WorkflowContext.WORKFLOW_EXTENSION_KEY;

    /// The type of a summary attestation.
    public static final String WORKFLOW_SUMMARY_TYPE = WorkflowSummary.TYPE;

    private PeacWorkflow() {}

    /// `wf_` and a payload: a ULID, a UUID, or any text of 20 to 48 letters, digits, `_` or `-`.
    public static WorkflowId createWorkflowId(String payload) {
        return WorkflowIds.createWorkflowId(payload);
    }

    /// `step_` and a payload, by the same rule.
    public static StepId createStepId(String payload) {
        return WorkflowIds.createStepId(payload);
    }

    /// Checks a context by the rules of section 6.5, in their normative order.
    ///
    /// @throws dev.waybill.receipt.code.Rejected with the code of the first broken rule
    public static WorkflowContext validateWorkflowContext(JsonValue context) {
        return WorkflowContext.parse(context);
    }

    /// Checks a summary attestation by the rules of section 4.
    ///
    /// @throws dev.waybill.receipt.code.Rejected with `E_WORKFLOW_SUMMARY_INVALID`
    public static WorkflowSummary validateWorkflowSummary(JsonValue attestation) {
        return WorkflowSummary.parse(attestation);
    }

    /// The root and size that a summary signs for a set of receipts, given by their digests (section 7.1).
    public static MerkleCommitment computeMerkleCommitment(Collection<Digest> receiptDigests) {
        return SortedReceiptSet.tree(receiptDigests).commitment();
    }

    /// Whether a proof leads from a receipt to a root (section 7.4). A bare root does not bind the size of
    /// the tree; give the commitment instead of the root where you have it.
    public static boolean verifyMerkleInclusion(String root, String receiptDigest, InclusionProof proof) {
        return proof.verifies(Digest.parse(root), Digest.parse(receiptDigest));
    }

    /// Whether a proof shows a receipt at its place in a tree of exactly the signed size.
    public static boolean verifyMerkleInclusion(MerkleCommitment signed, String receiptDigest, InclusionProof proof) {
        return signed.includes(Digest.parse(receiptDigest), proof);
    }

    /// Judges a summary together with its receipts: signatures, graph, chains, completeness (sections 6.6
    /// and 6.7). The verdict says whether what is here holds, [AuditReport#completeness] whether it is all.
    ///
    /// @param summary the compact JWS that signs the summary
    /// @param receipts the compact JWS of every receipt
    /// @param keys the issuers' keys, from a source that you trust
    /// @param nowEpochSeconds the time of judgement
    public static AuditReport verifyWorkflowSummary(
            String summary, Collection<String> receipts, KeySet keys, long nowEpochSeconds) {
        List<String> all = new ArrayList<>(receipts);
        all.add(summary);
        var auditor = new WorkflowAuditor(keys, AuditOptions.at(nowEpochSeconds));
        notASummary(summary).ifPresent(auditor::with);
        try {
            return auditor.audit(ReceiptSource.of(all));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Without this, a set would pass for verified against a summary that is none. A text that is not even
    /// a receipt is reported by the audit.
    private static Optional<Finding> notASummary(String text) {
        try {
            Receipt receipt = Receipt.decode(text);
            return receipt.summary() != null
                    ? Optional.empty()
                    : Optional.of(new Finding(
                            Code.E_WORKFLOW_SUMMARY_INVALID.name(),
                            Severity.ERROR,
                            receipt.ref().toString(),
                            null,
                            "expected a receipt that carries a workflow summary, found one without",
                            Code.E_WORKFLOW_SUMMARY_INVALID.next()));
        } catch (Rejected _) {
            return Optional.empty();
        }
    }
}
