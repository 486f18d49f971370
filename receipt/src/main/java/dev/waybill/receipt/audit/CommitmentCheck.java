package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import dev.waybill.receipt.CommitLog;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.merkle.MerkleFrontier;
import dev.waybill.receipt.merkle.SortedReceiptSet;
import dev.waybill.receipt.workflow.SummaryEvidence;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Whether the receipts here are exactly the ones that a summary commits to: by reference, by Merkle
/// root and count, and in the order of its commit log. Selective omission (seed 10.2) shows here.
final class CommitmentCheck {

    private static final String[] ID_PREFIXES = {"jti:", "rid:", "urn:uuid:"};

    private final ReceiptTable table;
    private final RowsByWorkflow rows;
    private final FindingLog log;
    private final Receipt summary;
    private final SummaryEvidence evidence;
    private final int workflow;
    private final Set<Digest> absent = new HashSet<>();
    private boolean shortOfReceipts;
    private boolean complete = true;

    CommitmentCheck(ReceiptTable table, RowsByWorkflow rows, FindingLog log, Receipt summary, int workflow) {
        this.table = table;
        this.rows = rows;
        this.log = log;
        this.summary = summary;
        this.evidence = Summaries.summary(summary).evidence();
        this.workflow = workflow;
    }

    void run(List<Receipt> allSummaries) {
        checkRefs(evidence.receiptRefs());
        Digest root = evidence.receiptMerkleRoot();
        Long count = evidence.receiptCount();
        if (root != null && count != null) {
            checkRoot(root, count);
        }
        for (Receipt each : allSummaries) {
            CommitLog commits = each.commitLog();
            if (commits != null) {
                checkOrder(each, commits);
            }
        }
    }

    boolean knownAbsent(Digest digest) {
        return shortOfReceipts || absent.contains(digest);
    }

    boolean complete() {
        return complete;
    }

    private boolean isOpen() {
        return !evidence.status().isTerminal();
    }

    private void checkRefs(@Nullable List<String> refs) {
        if (refs == null) {
            return;
        }
        BitSet committed = new BitSet(table.size());
        refs.forEach(ref -> resolve(ref, committed));
        for (int i = 0; i < rows.count(workflow); i++) {
            int row = rows.row(workflow, i);
            // A run goes on after an open summary: later receipts are expected.
            if (!committed.get(row) && !isOpen()) {
                complete = false;
                report(
                        FindingCode.RECEIPT_NOT_COMMITTED,
                        table.ref(row),
                        "step " + table.stepId(table.step(row))
                                + " is here, but receipt_refs of the summary does not name it");
            }
        }
    }

    /// References come as `sha256:…`, as a bare id, or as `jti:…` and `rid:…`.
    private void resolve(String ref, BitSet committed) {
        Digest digest = Digest.tryParse(ref).orElse(null);
        int row = digest == null ? rowOfId(ref) : table.rowOf(digest);
        if (row == ReceiptTable.NONE) {
            complete = false;
            if (digest != null) {
                absent.add(digest);
            }
            report(
                    FindingCode.RECEIPT_MISSING,
                    digest == null ? null : ref,
                    "the summary commits to receipt " + ref + ", which is not here");
        } else if (table.workflow(row) != workflow) {
            complete = false;
            report(
                    FindingCode.MIXED_WORKFLOW_ID,
                    table.ref(row),
                    "the summary names receipt " + ref + ", which belongs to workflow "
                            + table.workflowId(table.workflow(row)));
        } else {
            committed.set(row);
        }
    }

    private int rowOfId(String ref) {
        int first = table.ids().find(bareId(ref));
        int found = first;
        int here = 0;
        for (int row = first; row != ReceiptTable.NONE; row = table.ids().next(row)) {
            if (table.workflow(row) == workflow) {
                here++;
                found = row;
            }
        }
        if (here > 1) {
            complete = false;
            report(FindingCode.RECEIPT_REF_AMBIGUOUS, table.ref(found), here + " receipts are called " + ref);
        }
        return found;
    }

    static String bareId(String ref) {
        for (String prefix : ID_PREFIXES) {
            if (ref.startsWith(prefix)) {
                return ref.substring(prefix.length());
            }
        }
        return ref;
    }

    private void checkRoot(Digest root, long count) {
        int here = rows.count(workflow);
        if (here < count) {
            complete = false;
            shortOfReceipts = true;
            report(
                    FindingCode.RECEIPT_MISSING,
                    null,
                    "the summary commits to " + count + " receipts, " + here
                            + " are here, so its Merkle root cannot be recomputed");
            return;
        }
        CommitLog commits = summary.commitLog();
        if (here > count && isOpen() && commits != null) {
            // The prefix that an open summary covers is checked through its commit log.
            return;
        }
        if (here > count) {
            complete = false;
            report(
                    FindingCode.RECEIPT_NOT_COMMITTED,
                    isOpen() ? Severity.WARNING : Severity.ERROR,
                    null,
                    "the summary commits to " + count + " receipts, " + here + " are here");
            return;
        }
        if (here > 0 && !rootOf(here).equals(root)) {
            complete = false;
            report(
                    FindingCode.MERKLE_ROOT_MISMATCH,
                    null,
                    "receipt_merkle_root is " + root + ", the " + here + " receipts here give " + rootOf(here));
        }
    }

    private Digest rootOf(int count) {
        byte[] flat = new byte[count * Digest.LENGTH];
        for (int i = 0; i < count; i++) {
            table.copyDigest(rows.row(workflow, i), flat, i * Digest.LENGTH);
        }
        return SortedReceiptSet.rootOfFlat(flat, count);
    }

    /// Walks from the signed chain head back to the root and recomputes the commit-order root. An earlier
    /// summary of a growing run is checked the same way: its log must be a prefix of ours.
    private void checkOrder(Receipt signer, CommitLog commits) {
        String ref = signer.ref().toString();
        int head = table.rowOf(commits.chainHead());
        if (head == ReceiptTable.NONE) {
            complete = false;
            absent.add(commits.chainHead());
            report(
                    FindingCode.CUT_TAIL,
                    ref,
                    "the summary signs " + commits.chainHead()
                            + " as the newest receipt of the chain, which is not here");
            return;
        }
        int[] chain = chainTo(head, commits.size());
        if (chain.length < commits.size() && table.previous(chain[0]) != ReceiptTable.NONE) {
            // A hole in the chain: ChainCheck names it, and the root cannot be recomputed.
            complete = false;
            return;
        }
        MerkleFrontier frontier = new MerkleFrontier();
        for (int row : chain) {
            frontier.append(table.digest(row));
        }
        if (chain.length != commits.size() || !frontier.root().equals(commits.root())) {
            complete = false;
            report(
                    FindingCode.COMMIT_LOG_MISMATCH,
                    ref,
                    "the summary signs the order of " + commits.size()
                            + " receipts with root " + commits.root() + ", the chain here has " + chain.length
                            + " and root "
                            + frontier.root());
        }
    }

    /// The rows from root to head, at most one more than expected.
    private int[] chainTo(int head, long expected) {
        int limit = (int) Math.min(expected + 1, table.size());
        int[] backwards = new int[limit];
        int length = 0;
        int row = head;
        while (row != ReceiptTable.NONE && length < limit) {
            backwards[length++] = row;
            int previous = table.previous(row);
            row = previous == ReceiptTable.NONE ? ReceiptTable.NONE : table.rowOfDigestEntry(previous);
        }
        int[] chain = new int[length];
        for (int i = 0; i < length; i++) {
            chain[i] = backwards[length - 1 - i];
        }
        return chain;
    }

    private void report(FindingCode code, @Nullable String receipt, String message) {
        report(code, code.severity(), receipt, message);
    }

    private void report(FindingCode code, Severity severity, @Nullable String receipt, String message) {
        String ref = receipt == null ? summary.ref().toString() : receipt;
        log.add(code, severity, ref, evidence.workflowId().value(), message);
    }
}
