package dev.waybill.view.run;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.store.ReceiptHead;
import dev.waybill.journal.store.ReceiptLog;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import java.io.PrintStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What was signed for a run.
///
/// @param issue whether the run is signed for at all
/// @param issuer who signed; null before anything was
/// @param summary the newest summary; null while there is none
public record RunReceipts(
        boolean issue,
        long count,
        @Nullable Digest head,
        @Nullable String issuer,
        @Nullable Digest summary) {

    private static final int MOST_SUMMARIES = 100;

    public static RunReceipts of(ReceiptLog log, RunHeader header) {
        ReceiptHead head = log.receiptHead(header.runId()).orElse(null);
        if (head == null) {
            return new RunReceipts(header.receipts().issue(), 0, null, null, null);
        }
        List<StoredReceipt> summaries = log.receipts(header.runId(), StoredReceipt.Kind.SUMMARY, 0, MOST_SUMMARIES);
        List<StoredReceipt> newest = log.receipts(header.runId(), StoredReceipt.Kind.STEP, head.count() - 1, 1);
        String issuer = newest.isEmpty()
                ? null
                : Receipt.decode(newest.getFirst().bytes()).issuer();
        return new RunReceipts(
                header.receipts().issue(),
                head.count(),
                head.ref(),
                issuer,
                summaries.isEmpty() ? null : summaries.getLast().ref());
    }

    public JsonObject toJson() {
        return JsonObject.of("issue", issue)
                .with("count", count)
                .withIfPresent("head", head == null ? null : head.toString())
                .withIfPresent("issuer", issuer)
                .withIfPresent("summary", summary == null ? null : summary.toString());
    }

    public void print(PrintStream out, Ansi ansi) {
        if (!issue) {
            out.println("receipts  none: receipts are off for this run");
            return;
        }
        String by = issuer == null ? "" : ", signed by " + SafeText.of(issuer);
        String self = issuer != null && ReceiptIssuer.isSelfAsserted(issuer) ? " (self-asserted)" : "";
        out.println("receipts  " + count + by + self);
        if (summary != null) {
            out.println("summary   " + ansi.paint(Style.DIM, summary.toString()));
        }
    }
}
