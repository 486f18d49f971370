package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import dev.waybill.receipt.CommitLog;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.workflow.SummaryEvidence;
import dev.waybill.receipt.workflow.WorkflowSummary;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What is kept of a receipt that carries a summary.
record SignedSummary(
        Digest digest,
        String issuer,
        @Nullable Long receiptExpiresAt,
        WorkflowSummary summary,
        @Nullable CommitLog commitLog) {

    /// A final one before an open one, then the newest, then by digest, so that the order of the input
    /// decides nothing.
    static final Comparator<SignedSummary> PRECEDENCE = Comparator.comparing((SignedSummary each) -> !each.isFinal())
            .thenComparing(SignedSummary::issuedAt, Comparator.reverseOrder())
            .thenComparing(SignedSummary::digest);

    static SignedSummary of(Receipt receipt, WorkflowSummary summary) {
        return new SignedSummary(receipt.ref(), receipt.issuer(), receipt.expiresAt(), summary, receipt.commitLog());
    }

    String ref() {
        return digest.toString();
    }

    SummaryEvidence evidence() {
        return summary.evidence();
    }

    Instant issuedAt() {
        return summary.issuedAt();
    }

    boolean isFinal() {
        return evidence().status().isTerminal();
    }

    /// How many receipts the summary signs for.
    long committed() {
        Long count = evidence().receiptCount();
        List<String> refs = evidence().receiptRefs();
        return count != null ? count : refs == null ? 0 : refs.size();
    }

    /// Whether it commits to the bytes of receipts. An id is given again with other bytes under it.
    boolean bindsContents() {
        List<String> refs = evidence().receiptRefs();
        return evidence().receiptMerkleRoot() != null
                || commitLog != null
                || (refs != null
                        && refs.stream().allMatch(ref -> Digest.tryParse(ref).isPresent()));
    }

    /// Whether two summaries say the same, whenever they were signed.
    boolean saysTheSameAs(SignedSummary other) {
        return issuer.equals(other.issuer)
                && evidence().equals(other.evidence())
                && Objects.equals(commitLog, other.commitLog);
    }
}
