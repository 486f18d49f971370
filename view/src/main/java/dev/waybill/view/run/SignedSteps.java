package dev.waybill.view.run;

import dev.waybill.base.Digest;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.ReceiptLog;
import dev.waybill.journal.store.StoredReceipt;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which receipt signs for which event of a run.
public final class SignedSteps {

    private static final int PAGE = 1_000;

    private final Map<Long, Digest> receipts = new LinkedHashMap<>();

    private long next;

    public SignedSteps() {}

    public static SignedSteps read(ReceiptLog log, RunId run) {
        SignedSteps signed = new SignedSteps();
        signed.readOn(log, run);
        return signed;
    }

    /// Reads what was signed since the last time.
    public void readOn(ReceiptLog log, RunId run) {
        List<StoredReceipt> page;
        do {
            page = log.receipts(run, StoredReceipt.Kind.STEP, next, PAGE);
            page.forEach(receipt -> receipts.put(receipt.sequence(), receipt.ref()));
            next += page.size();
        } while (page.size() == PAGE);
    }

    /// The receipt of an event; null when it has none.
    public @Nullable Digest of(long sequence) {
        return receipts.get(sequence);
    }
}
