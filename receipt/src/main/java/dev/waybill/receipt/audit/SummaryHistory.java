package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import dev.waybill.receipt.CommitLog;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/// Several summaries of one workflow (section 10.4): repeated, rival, or snapshots of a growing run, which
/// must never shrink or change what they said before.
record SummaryHistory(ReceiptTable table, FindingLog log) {

    private static final Comparator<SignedSummary> BY_TIME = Comparator.comparing(SignedSummary::issuedAt)
            .thenComparing(SignedSummary::isFinal)
            .thenComparingLong(SignedSummary::committed)
            .thenComparing(SignedSummary::digest);

    /// @param all the one that counts first
    /// @param whole whether all receipts should be here, and not only a selection
    void check(String workflow, List<SignedSummary> all, boolean repeated, boolean whole) {
        if (repeated) {
            log.add(FindingCode.SUMMARY_REPLAYED, null, workflow, "the same summary appears more than once");
        }
        checkRivals(workflow, all.stream().filter(SignedSummary::isFinal).toList());
        List<SignedSummary> byTime = all.stream().sorted(BY_TIME).toList();
        for (int i = 1; i < byTime.size(); i++) {
            checkGrowth(workflow, byTime.get(i - 1), byTime.get(i));
        }
        if (whole) {
            all.subList(1, all.size()).forEach(other -> checkRefs(workflow, other));
        }
    }

    /// A final summary that was signed again, to the same effect, is no contradiction.
    private void checkRivals(String workflow, List<SignedSummary> finals) {
        if (finals.size() < 2) {
            return;
        }
        boolean agree = finals.stream().allMatch(each -> each.saysTheSameAs(finals.getFirst()));
        for (SignedSummary rival : finals) {
            log.add(
                    FindingCode.SUMMARY_RIVAL,
                    agree ? Severity.WARNING : Severity.ERROR,
                    rival.ref(),
                    workflow,
                    "one of " + finals.size() + " final summaries of this workflow, status "
                            + rival.evidence().status().wire() + (agree ? ", all saying the same" : ""));
        }
    }

    private void checkGrowth(String workflow, SignedSummary earlier, SignedSummary later) {
        String problem = null;
        if (later.committed() < earlier.committed()) {
            problem =
                    "signs for fewer receipts, " + later.committed() + ", than an earlier one, " + earlier.committed();
        } else if (earlier.isFinal() && !later.isFinal()) {
            problem = "says in_progress after a final one";
        } else if (later.committed() == earlier.committed() && differ(earlier, later)) {
            problem = "signs for other receipts than an earlier one of the same size";
        }
        if (problem != null) {
            String message = "the summary of " + later.issuedAt() + " " + problem + ", " + earlier.ref();
            log.add(FindingCode.SUMMARY_INCONSISTENT, later.ref(), workflow, message);
        }
    }

    private static boolean differ(SignedSummary earlier, SignedSummary later) {
        Digest root = earlier.evidence().receiptMerkleRoot();
        Digest laterRoot = later.evidence().receiptMerkleRoot();
        CommitLog commits = earlier.commitLog();
        CommitLog laterCommits = later.commitLog();
        return (root != null && laterRoot != null && !root.equals(laterRoot))
                || (commits != null && laterCommits != null && !commits.equals(laterCommits))
                || (root == null && laterRoot == null && !Objects.equals(refs(earlier), refs(later)));
    }

    private static Set<String> refs(SignedSummary summary) {
        return new TreeSet<>(Objects.requireNonNullElse(summary.evidence().receiptRefs(), List.of()));
    }

    /// What any summary names by digest must be here, or the one that counts leaves it out.
    private void checkRefs(String workflow, SignedSummary other) {
        for (String ref : Objects.requireNonNullElse(other.evidence().receiptRefs(), List.<String>of())) {
            Digest digest = Digest.tryParse(ref).orElse(null);
            if (digest != null && table.rowOf(digest) == ReceiptTable.NONE) {
                String message = "another summary, " + other.ref() + ", commits to " + ref + ", which is not here";
                log.add(FindingCode.RECEIPT_MISSING, ref, workflow, message);
            }
        }
    }
}
