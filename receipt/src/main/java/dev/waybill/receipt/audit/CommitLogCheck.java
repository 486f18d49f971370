package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import dev.waybill.receipt.CommitLog;
import dev.waybill.receipt.merkle.MerkleFrontier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Whether the hash chain is the one whose order the summaries sign. All summaries of a growing run must
/// sign prefixes of one and the same chain; a chain that ends before a signed head was cut.
///
/// The chain is walked once, from the newest signed head that is here back to the root, and hashed once:
/// each summary is compared when the walk has as many receipts as it signs for.
final class CommitLogCheck {

    private static final Comparator<SignedSummary> LONGEST_FIRST = Comparator.comparingLong((SignedSummary each) ->
                    each.commitLog() == null ? 0 : -each.commitLog().size())
            .thenComparing(SignedSummary::digest);

    private final ReceiptTable table;
    private final FindingLog log;
    private final int workflow;
    private final Set<Digest> absent = new HashSet<>();
    private int[] chain = {};
    private boolean fromRoot;
    private boolean holds = true;

    CommitLogCheck(ReceiptTable table, FindingLog log, int workflow) {
        this.table = table;
        this.log = log;
        this.workflow = workflow;
    }

    void run(List<SignedSummary> summaries) {
        List<SignedSummary> signing = summaries.stream()
                .filter(each -> each.commitLog() != null)
                .sorted(LONGEST_FIRST)
                .toList();
        signing.stream()
                .map(each -> table.rowOf(log(each).chainHead()))
                .filter(head -> head != ReceiptTable.NONE)
                .findFirst()
                .ifPresent(this::walkBack);
        Map<Long, List<SignedSummary>> bySize = new HashMap<>();
        signing.forEach(each -> take(each, log(each), bySize));
        if (fromRoot) {
            compareAlong(bySize);
        }
    }

    private static CommitLog log(SignedSummary summary) {
        CommitLog commits = summary.commitLog();
        if (commits == null) {
            throw new IllegalStateException("only summaries with a commit log come here");
        }
        return commits;
    }

    private void take(SignedSummary summary, CommitLog commits, Map<Long, List<SignedSummary>> bySize) {
        if (commits.size() != summary.committed()) {
            report(
                    FindingCode.COMMIT_LOG_MISMATCH,
                    summary,
                    "the summary contradicts itself: it commits to " + summary.committed()
                            + " receipts and signs an order of " + commits.size());
        } else if (table.rowOf(commits.chainHead()) == ReceiptTable.NONE && !isCovered(commits)) {
            absent.add(commits.chainHead());
            report(
                    FindingCode.CUT_TAIL,
                    summary,
                    "the summary signs " + commits.chainHead()
                            + " as the newest receipt of the chain, which is not among the valid ones here");
        } else {
            bySize.computeIfAbsent(commits.size(), _ -> new ArrayList<>()).add(summary);
        }
    }

    /// Whether all receipts that a log signs for should be in the chain that is here.
    private boolean isCovered(CommitLog commits) {
        return fromRoot && commits.size() <= chain.length;
    }

    /// A chain with a hole has no known beginning: [ChainCheck] names the hole.
    private void walkBack(int head) {
        int length = 0;
        int last = head;
        for (int row = head; row != ReceiptTable.NONE && isOurs(row); row = table.previousRow(row)) {
            last = row;
            length++;
        }
        fromRoot = table.previous(last) == ReceiptTable.NONE && isOurs(last);
        holds &= fromRoot;
        chain = new int[length];
        for (int row = head; length > 0; row = table.previousRow(row)) {
            chain[--length] = row;
        }
    }

    private boolean isOurs(int row) {
        return table.workflow(row) == workflow;
    }

    private void compareAlong(Map<Long, List<SignedSummary>> bySize) {
        MerkleFrontier frontier = new MerkleFrontier();
        for (int row : chain) {
            Digest head = table.digest(row);
            frontier.append(head);
            List<SignedSummary> signed = bySize.remove(frontier.size());
            if (signed != null) {
                Digest root = frontier.root();
                signed.forEach(each -> compare(each, log(each), head, root));
            }
        }
        bySize.values().forEach(tooLong -> tooLong.forEach(each -> reportOther(each, log(each))));
    }

    private void compare(SignedSummary summary, CommitLog commits, Digest head, Digest root) {
        if (!commits.chainHead().equals(head) || !commits.root().equals(root)) {
            reportOther(summary, commits);
        }
    }

    private void reportOther(SignedSummary summary, CommitLog commits) {
        report(
                FindingCode.COMMIT_LOG_MISMATCH,
                summary,
                "the summary signs an order of " + commits.size() + " receipts with root " + commits.root()
                        + ", which is not a prefix of the chain of " + chain.length + " receipts here");
    }

    private void report(FindingCode code, SignedSummary summary, String message) {
        holds = false;
        log.add(code, summary.ref(), summary.evidence().workflowId().value(), message);
    }

    boolean knownAbsent(Digest digest) {
        return absent.contains(digest);
    }

    /// Whether every signed order was found.
    boolean holds() {
        return holds;
    }
}
