package dev.waybill.view.draw;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Everything an HTML report shows, as plain values: any verification can fill it in.
/// The lists may be cut by whoever fills them; the totals say how long they really are.
public record ReportPage(
        String title,
        Verdict verdict,
        String headline,
        List<String> remarks,
        long receiptTotal,
        List<WorkflowRow> workflows,
        List<String> issuers,
        List<KeyRow> keys,
        Graph graph,
        long findingTotal,
        List<FindingRow> findings,
        List<ReceiptRow> receipts,
        String footer) {

    public ReportPage {
        remarks = List.copyOf(remarks);
        workflows = List.copyOf(workflows);
        issuers = List.copyOf(issuers);
        keys = List.copyOf(keys);
        findings = List.copyOf(findings);
        receipts = List.copyOf(receipts);
        if (findingTotal < findings.size() || receiptTotal < receipts.size()) {
            throw new IllegalArgumentException("a total cannot be smaller than the list that it counts");
        }
    }

    /// The answer in one word.
    public enum Verdict {
        VERIFIED("Verified"),
        /// All is proven, and what is proven is that the run failed.
        FAILED("Verified: the run failed"),
        /// What is here holds, and nothing shows that it is all.
        PARTIAL("Verified, partial"),
        /// Nothing is false, but something is not here.
        INCOMPLETE("Incomplete"),
        BROKEN("Broken");

        private final String word;

        Verdict(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /// One workflow and what its signed summary says; times are epoch seconds.
    public record WorkflowRow(
            String id,
            String title,
            long steps,
            String summary,
            @Nullable Long from,
            @Nullable Long to,
            @Nullable String merkleRoot) {}

    /// A key that checked signatures. A key out of the bundle itself proves consistency, not identity.
    public record KeyRow(String id, String issuer, String thumbprint, boolean fromCaller) {}

    public enum Severity {
        ERROR,
        WARNING,
        NOTE
    }

    /// Something to know or to act on.
    public record FindingRow(Severity severity, String code, String receipt, String message, String remedy) {}

    /// One line of the list of receipts.
    public record ReceiptRow(
            String step,
            String tool,
            String issuer,
            String key,
            @Nullable Long time,
            String ref,
            Mark mark) {}
}
