package dev.waybill.receipt.bundle;

import dev.waybill.base.Digest;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.merkle.InclusionProof;
import dev.waybill.receipt.merkle.SortedReceiptSet;
import dev.waybill.receipt.workflow.WorkflowSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The receipts of one workflow and the summaries that may commit to them.
final class CommittedReceipts {

    private static final int FIRST = 1024;

    private final String workflow;
    private final List<Receipt> summaries = new ArrayList<>();
    private byte[] digests = new byte[FIRST * Digest.LENGTH];
    private int count;
    private @Nullable SortedReceiptSet set;

    CommittedReceipts(String workflow) {
        this.workflow = workflow;
    }

    void add(Digest receipt) {
        if (count * Digest.LENGTH == digests.length) {
            digests = Arrays.copyOf(digests, 2 * digests.length);
        }
        receipt.copyTo(digests, count++ * Digest.LENGTH);
    }

    void addSummary(Receipt summary) {
        if (!summaries.contains(summary)) {
            summaries.add(summary);
        }
    }

    /// The summary whose root the receipts here give.
    ///
    /// @throws BundleRefused when there is none
    Receipt summary() {
        if (summaries.stream().noneMatch(summary -> root(summary).isPresent())) {
            throw new BundleRefused(
                    BundleRefused.Reason.NO_MERKLE_ROOT,
                    summaries.isEmpty()
                            ? "workflow " + workflow + " has no summary here"
                            : "the summary of workflow " + workflow + " has no receipt_merkle_root to prove against");
        }
        Optional<Digest> here = Optional.of(set().tree().root());
        return summaries.stream()
                .filter(summary -> root(summary).equals(here))
                .findFirst()
                .orElseThrow(() -> new BundleRefused(
                        BundleRefused.Reason.ROOT_MISMATCH,
                        "the " + count + " receipts of workflow " + workflow
                                + " are not the ones that its summary commits to"));
    }

    InclusionProof prove(Digest receipt) {
        return set().prove(receipt);
    }

    private SortedReceiptSet set() {
        if (set == null) {
            set = SortedReceiptSet.ofFlat(Arrays.copyOf(digests, count * Digest.LENGTH), count);
        }
        return set;
    }

    private static Optional<Digest> root(Receipt receipt) {
        WorkflowSummary summary = receipt.summary();
        return summary == null
                ? Optional.empty()
                : Optional.ofNullable(summary.evidence().receiptMerkleRoot());
    }
}
