package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// The Merkle roots that summaries of a growing run sign, ours or another implementation's: each must be the root of
/// a beginning of the chain, as long as the summary counts.
///
/// The summary that counts and covers all receipts is judged by [CommitmentCheck]; here are those that cover fewer.
final class BeginningRoots {

    /// How many receipts are sorted and hashed for all of these summaries together. An honest run has a few of them.
    private static final long MOST_RECEIPTS = 50_000_000;

    private final ReceiptTable table;
    private final RowsByWorkflow rows;
    private final Sequences sequences;
    private final FindingLog log;
    private long spent;
    private long left;

    BeginningRoots(ReceiptTable table, RowsByWorkflow rows, Sequences sequences, FindingLog log) {
        this.table = table;
        this.rows = rows;
        this.sequences = sequences;
        this.log = log;
    }

    /// @param all the summaries of one workflow, the one that counts first
    void check(List<SignedSummary> all, int workflow) {
        int here = rows.count(workflow);
        for (int i = 0; i < all.size(); i++) {
            SignedSummary each = all.get(i);
            Digest root = each.evidence().receiptMerkleRoot();
            long count = each.committed();
            boolean judged = i == 0 && (each.isFinal() || count == here);
            if (root != null && !judged && count > 0 && count <= here) {
                check(each, root, count, workflow);
            }
        }
    }

    private void check(SignedSummary summary, Digest root, long count, int workflow) {
        spent += count;
        if (spent > MOST_RECEIPTS) {
            left++;
            return;
        }
        Optional<int[]> covered =
                count == rows.count(workflow) ? Optional.of(rows.of(workflow)) : sequences.beginning(workflow, count);
        if (covered.isPresent()) {
            compare(summary, root, table.sortedRoot(covered.get()), count);
        } else if (!namesAllByDigest(summary)) {
            String message = "the summary signs a root over " + count
                    + " receipts, and no chain says which of those here were the first";
            report(FindingCode.COMMITMENT_UNCHECKED, summary, message);
        }
    }

    private void compare(SignedSummary summary, Digest root, Digest found, long count) {
        if (!found.equals(root)) {
            String message = "receipt_merkle_root is " + root + ", the first " + count + " receipts of the chain give ";
            report(FindingCode.MERKLE_ROOT_MISMATCH, summary, message + found);
        }
    }

    /// References by digest say without any chain which receipts the root is about.
    private static boolean namesAllByDigest(SignedSummary summary) {
        List<String> refs = Objects.requireNonNullElse(summary.evidence().receiptRefs(), List.of());
        return !refs.isEmpty()
                && refs.stream().allMatch(ref -> Digest.tryParse(ref).isPresent());
    }

    void reportLeft() {
        if (left > 0) {
            String message = left + " summaries of growing runs were more than this verifier compares with the chain";
            log.add(FindingCode.TOO_MANY_SUMMARIES, null, null, message);
        }
    }

    private void report(FindingCode code, SignedSummary summary, String message) {
        log.add(code, summary.ref(), summary.evidence().workflowId().value(), message);
    }
}
