package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import dev.waybill.receipt.merkle.SortedReceiptSet;
import dev.waybill.receipt.workflow.SummaryEvidence;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Whether the receipts here are exactly the ones that a summary commits to, by reference and by Merkle
/// root and count. Selective omission (section 10.2) shows here. The order is judged by [CommitLogCheck].
final class CommitmentCheck {

    private final ReceiptTable table;
    private final RowsByWorkflow rows;
    private final FindingLog log;
    private final SignedSummary summary;
    private final SummaryEvidence evidence;
    private final int workflow;
    private final CommitLogCheck order;
    private final Set<Digest> absent = new HashSet<>();
    private boolean shortOfReceipts;
    private boolean exact = true;

    CommitmentCheck(ReceiptTable table, RowsByWorkflow rows, FindingLog log, SignedSummary summary, int workflow) {
        this.table = table;
        this.rows = rows;
        this.log = log;
        this.summary = summary;
        this.evidence = summary.evidence();
        this.workflow = workflow;
        this.order = new CommitLogCheck(table, log, workflow);
    }

    /// @param all the summaries of the workflow, this one first
    void run(List<SignedSummary> all) {
        order.run(all);
        exact &= order.holds();
        List<String> refs = evidence.receiptRefs();
        Digest root = evidence.receiptMerkleRoot();
        Long count = evidence.receiptCount();
        if (refs != null) {
            checkRefs(refs);
        }
        if (root != null && count != null) {
            checkRoot(root, count);
        } else if (count != null) {
            checkCount(count);
        }
        if (root != null && refs != null) {
            checkRootOfRefs(root, refs);
        }
    }

    /// Whether the summary says that a receipt exists which is not here.
    boolean knownAbsent(Digest digest) {
        return shortOfReceipts || absent.contains(digest) || order.knownAbsent(digest);
    }

    /// Whether the receipts here are those of the summary, all of them and no others.
    boolean exact() {
        return exact;
    }

    /// Whether receipts are known to be missing.
    boolean lacksReceipts() {
        return shortOfReceipts || !absent.isEmpty();
    }

    private void checkRefs(List<String> refs) {
        BitSet committed = new BitSet();
        refs.forEach(ref -> resolve(ref, committed));
        long different = refs.stream().map(ReceiptRefs::bareId).distinct().count();
        if (different < refs.size()) {
            shortOfReceipts = true;
            report(
                    FindingCode.RECEIPT_MISSING,
                    null,
                    "the summary names " + refs.size() + " receipts, and only " + different + " different ones");
        }
        for (int i = 0; i < rows.count(workflow); i++) {
            int row = rows.row(workflow, i);
            exact &= committed.get(row);
            // A run goes on after an open summary: later receipts are expected.
            if (!committed.get(row) && summary.isFinal()) {
                report(
                        FindingCode.RECEIPT_NOT_COMMITTED,
                        table.ref(row),
                        "step " + table.stepIdOf(row) + " is here, but receipt_refs of the summary does not name it");
            }
        }
    }

    private void resolve(String ref, BitSet committed) {
        Digest digest = Digest.tryParse(ref).orElse(null);
        if (digest == null) {
            resolveId(ref, committed);
            return;
        }
        int row = table.rowOf(digest);
        if (row == ReceiptTable.NONE) {
            absent.add(digest);
            reportMissing(ref, ref);
        } else if (table.workflow(row) != workflow) {
            reportForeign(ref, row);
        } else {
            committed.set(row);
        }
    }

    private void resolveId(String ref, BitSet committed) {
        int named = 0;
        int foreign = ReceiptTable.NONE;
        String id = ReceiptRefs.bareId(ref);
        for (int row = table.ids().find(id);
                row != ReceiptTable.NONE;
                row = table.ids().next(row)) {
            if (table.workflow(row) == workflow) {
                named++;
                committed.set(row);
            } else {
                foreign = foreign == ReceiptTable.NONE || table.isBefore(row, foreign) ? row : foreign;
            }
        }
        if (named > 1) {
            report(FindingCode.RECEIPT_REF_AMBIGUOUS, null, named + " receipts are called " + ref);
        } else if (named == 0 && foreign != ReceiptTable.NONE) {
            reportForeign(ref, foreign);
        } else if (named == 0) {
            // An id does not tell the digest, so any hole in the chain may be this receipt.
            shortOfReceipts = true;
            reportMissing(null, ref);
        }
    }

    private void reportMissing(@Nullable String receipt, String ref) {
        report(
                FindingCode.RECEIPT_MISSING,
                receipt,
                "the summary commits to receipt " + ref + ", which is not among the valid ones here");
    }

    private void reportForeign(String ref, int row) {
        report(
                FindingCode.MIXED_WORKFLOW_ID,
                table.ref(row),
                "the summary names receipt " + ref + ", which belongs to workflow " + table.workflowIdOf(row));
    }

    private void checkCount(long count) {
        int here = rows.count(workflow);
        if (here < count) {
            reportShort(count, here, "");
        }
    }

    private void reportShort(long count, int here, String so) {
        shortOfReceipts = true;
        String message =
                "the summary commits to " + count + " receipts, " + here + (here == 1 ? " is" : " are") + " here" + so;
        report(FindingCode.RECEIPT_MISSING, null, message);
    }

    private void checkRoot(Digest root, long count) {
        int here = rows.count(workflow);
        if (here < count) {
            reportShort(count, here, ", so its Merkle root cannot be recomputed");
        } else if (here == count) {
            compare(root, count);
        } else if (summary.isFinal()) {
            report(
                    FindingCode.RECEIPT_NOT_COMMITTED,
                    null,
                    "the summary commits to " + count + " receipts, " + here + " are here");
        } else {
            // An open summary covers the receipts that were committed first; [BeginningRoots] compares them.
            exact = false;
        }
    }

    private void compare(Digest root, long count) {
        Digest found = count == 0 ? root : table.sortedRoot(rows.of(workflow));
        if (!found.equals(root)) {
            report(
                    FindingCode.MERKLE_ROOT_MISMATCH,
                    null,
                    "receipt_merkle_root is " + root + ", the receipts here give " + found);
        }
    }

    /// A summary may say the same thing twice, by digests and by root. Both must be the same set, even
    /// when receipts are missing.
    private void checkRootOfRefs(Digest root, List<String> refs) {
        Set<Digest> digests = new LinkedHashSet<>();
        for (String ref : refs) {
            Digest.tryParse(ref).ifPresent(digests::add);
        }
        boolean allByDigest = !refs.isEmpty() && digests.size() == refs.size();
        if (allByDigest && !SortedReceiptSet.of(digests).tree().root().equals(root)) {
            report(
                    FindingCode.MERKLE_ROOT_MISMATCH,
                    null,
                    "the summary contradicts itself: its receipt_refs do not give receipt_merkle_root " + root);
        }
    }

    private void report(FindingCode code, @Nullable String receipt, String message) {
        exact = false;
        log.add(
                code,
                receipt == null ? summary.ref() : receipt,
                evidence.workflowId().value(),
                message);
    }
}
