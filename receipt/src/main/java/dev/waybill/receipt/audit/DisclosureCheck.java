package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import dev.waybill.receipt.merkle.InclusionProof;
import dev.waybill.receipt.merkle.MerkleCommitment;
import dev.waybill.receipt.workflow.SummaryEvidence;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Selective disclosure (section 10.2): single receipts, each proven to be among those that a summary signs
/// for. What else happened is neither shown nor claimed.
///
/// Each receipt needs its inclusion proof, even where the summary lists it: the manifest's word `disclosure` is not
/// signed, and alone it must not excuse what is missing.
record DisclosureCheck(
        ReceiptTable table,
        RowsByWorkflow rows,
        Summaries summaries,
        FindingLog log,
        Map<Digest, InclusionProof> proofs) {

    void run() {
        for (int workflow = 0; workflow < table.workflowCount(); workflow++) {
            SignedSummary summary = summaries.governing(table.workflowId(workflow));
            // All that the summary commits to prove each other, in a set that holds selections of other workflows.
            int toProve = isWhole(workflow, summary) ? 0 : rows.count(workflow);
            for (int i = 0; i < toProve; i++) {
                check(rows.row(workflow, i), summary == null ? null : summary.evidence());
            }
            remark(table.workflowId(workflow), rows.count(workflow), summary);
        }
        summaries.workflows().stream()
                .filter(id -> table.findWorkflow(id) == ReceiptTable.NONE)
                .forEach(id -> remark(id, 0, summaries.governing(id)));
    }

    private boolean isWhole(int workflow, @Nullable SignedSummary summary) {
        Digest root = summary == null ? null : summary.evidence().receiptMerkleRoot();
        return summary != null
                && root != null
                && summary.committed() == rows.count(workflow)
                && table.sortedRoot(rows.of(workflow)).equals(root);
    }

    private void remark(String workflow, int here, @Nullable SignedSummary summary) {
        String of = summary == null ? "an unknown number of" : Long.toString(summary.committed());
        log.add(FindingCode.PARTIAL_DISCLOSURE, null, workflow, here + " of " + of + " receipts are disclosed");
    }

    private void check(int row, @Nullable SummaryEvidence evidence) {
        InclusionProof proof = proofs.get(table.digest(row));
        Digest root = evidence == null ? null : evidence.receiptMerkleRoot();
        Long count = evidence == null ? null : evidence.receiptCount();
        if (proof == null) {
            report(FindingCode.PROOF_MISSING, row, "no inclusion proof came with this receipt");
        } else if (root == null || count == null) {
            report(FindingCode.PROOF_MISSING, row, "no summary with a Merkle root came with this receipt");
        } else if (count < 1 || !new MerkleCommitment(root, count).includes(table.digest(row), proof)) {
            String message = "the inclusion proof does not lead to the summary's root " + root + " of " + count;
            report(FindingCode.PROOF_INVALID, row, message + " receipts");
        }
    }

    private void report(FindingCode code, int row, String message) {
        log.add(code, table.ref(row), table.workflowIdOf(row), message);
    }
}
