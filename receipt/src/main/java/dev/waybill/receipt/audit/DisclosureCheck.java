package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.merkle.InclusionProof;
import dev.waybill.receipt.workflow.SummaryEvidence;
import java.util.Map;

/// Selective disclosure (seed 10.2): single receipts, each proven to be among those that a summary signs
/// for. What else happened is neither shown nor claimed.
final class DisclosureCheck {

    private final ReceiptTable table;
    private final Summaries summaries;
    private final FindingLog log;
    private final Map<Digest, InclusionProof> proofs;

    DisclosureCheck(ReceiptTable table, Summaries summaries, FindingLog log, Map<Digest, InclusionProof> proofs) {
        this.table = table;
        this.summaries = summaries;
        this.log = log;
        this.proofs = proofs;
    }

    void run() {
        int[] shown = new int[table.workflowCount()];
        for (int row = 0; row < table.size(); row++) {
            shown[table.workflow(row)]++;
            check(row);
        }
        for (int workflow = 0; workflow < shown.length; workflow++) {
            Receipt summary = summaries.governing(table.workflowId(workflow));
            Long count = summary == null
                    ? null
                    : Summaries.summary(summary).evidence().receiptCount();
            log.add(
                    FindingCode.PARTIAL_DISCLOSURE,
                    null,
                    table.workflowId(workflow),
                    shown[workflow] + " of " + (count == null ? "an unknown number of" : count)
                            + " receipts are disclosed");
        }
    }

    private void check(int row) {
        String workflow = table.workflowId(table.workflow(row));
        InclusionProof proof = proofs.get(table.digest(row));
        Receipt summary = summaries.governing(workflow);
        SummaryEvidence evidence =
                summary == null ? null : Summaries.summary(summary).evidence();
        Digest root = evidence == null ? null : evidence.receiptMerkleRoot();
        Long count = evidence == null ? null : evidence.receiptCount();
        if (proof == null || root == null || count == null) {
            log.add(
                    FindingCode.PROOF_MISSING,
                    table.ref(row),
                    workflow,
                    proof == null
                            ? "no inclusion proof came with this receipt"
                            : "no summary with a Merkle root came with this receipt");
        } else if (proof.treeSize() != count || !proof.verifies(root, table.digest(row))) {
            log.add(
                    FindingCode.PROOF_INVALID,
                    table.ref(row),
                    workflow,
                    "the inclusion proof does not lead to the summary's root " + root);
        }
    }
}
