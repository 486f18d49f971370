package dev.waybill.runtime.receipt;

import dev.waybill.base.Recent;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.ReceiptLog;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.receipt.Receipt;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Who signs for which run: the issuer of its newest receipt, remembered. Another process often picks up
/// where one left off, and a change of issuer in the middle would look like somebody else's work.
final class RunIssuers {

    private static final int REMEMBERED = 10_000;

    private final ReceiptLog log;
    private final Map<RunId, String> remembered = new Recent<>(REMEMBERED);

    RunIssuers(ReceiptLog log) {
        this.log = log;
    }

    /// Null as long as nothing is signed for the run.
    @Nullable
    String of(RunId run) {
        synchronized (remembered) {
            String known = remembered.get(run);
            if (known != null) {
                return known;
            }
        }
        String name = log.receiptHead(run)
                .map(head -> log.receipts(run, StoredReceipt.Kind.STEP, head.count() - 1, 1))
                .filter(newest -> !newest.isEmpty())
                .map(newest -> Receipt.decode(newest.getFirst().bytes()).issuer())
                .orElse(null);
        if (name != null) {
            remember(run, name);
        }
        return name;
    }

    void remember(RunId run, String name) {
        synchronized (remembered) {
            remembered.put(run, name);
        }
    }
}
