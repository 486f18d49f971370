package dev.waybill.runtime.check;

import dev.waybill.journal.store.ReceiptLog;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.StoredRun;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One run's receipts of a kind in commit order, up to the head at which the run was looked up.
final class ReceiptCursor {

    private static final int PAGE = 500;

    private final ReceiptLog log;
    private final StoredRun run;
    private final StoredReceipt.Kind kind;
    private final ArrayDeque<StoredReceipt> ahead = new ArrayDeque<>();
    private long next;
    private boolean ended;

    ReceiptCursor(ReceiptLog log, StoredRun run, StoredReceipt.Kind kind) {
        this.log = log;
        this.run = run;
        this.kind = kind;
    }

    /// Takes those that come next and sign for this event.
    List<StoredReceipt> of(long sequence) {
        List<StoredReceipt> found = new ArrayList<>();
        for (StoredReceipt first = peek(); first != null && first.sequence() == sequence; first = peek()) {
            found.add(ahead.remove());
        }
        return found;
    }

    /// Takes those that come next and sign for events before this one.
    List<StoredReceipt> before(long sequence) {
        List<StoredReceipt> found = new ArrayList<>();
        for (StoredReceipt first = peek(); first != null && first.sequence() < sequence; first = peek()) {
            found.add(ahead.remove());
        }
        return found;
    }

    @Nullable
    StoredReceipt next() {
        return peek() == null ? null : ahead.remove();
    }

    private @Nullable StoredReceipt peek() {
        if (ahead.isEmpty() && !ended) {
            List<StoredReceipt> page = log.receipts(run.header().runId(), kind, next, PAGE);
            ended = page.size() < PAGE;
            for (StoredReceipt receipt : page) {
                if (receipt.index() < next) {
                    throw new IllegalStateException(
                            "receipt %d is kept where receipt %d belongs".formatted(receipt.index(), next));
                }
                if (receipt.sequence() < run.head()) {
                    ahead.add(receipt);
                }
                next = receipt.index() + 1;
            }
        }
        return ahead.peek();
    }
}
