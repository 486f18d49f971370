package dev.waybill.runtime.receipt;

import dev.waybill.base.Digest;
import dev.waybill.base.Recent;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.ReceiptHead;
import dev.waybill.journal.store.StoredReceipt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The chains that this process has signed from their beginning, so that the summary of a run that stayed here need not
/// read its receipts back from the store. Long chains are left to the store.
///
/// What was signed was not always committed. But a receipt names the one before it, so a chain that has the same newest
/// receipt at the same place has the same receipts before it.
final class KnownChains {

    private static final int RUNS = 1_000;
    private static final int LONGEST = 100;

    private final Map<RunId, List<Digest>> remembered = new Recent<>(RUNS);

    /// The step receipts of a run up to its newest, in commit order; empty when the store has to be asked.
    synchronized Optional<List<Digest>> upTo(RunId run, @Nullable ReceiptHead head) {
        if (head == null) {
            return Optional.of(List.of());
        }
        List<Digest> known = remembered.get(run);
        int count = (int) Math.min(head.count(), Integer.MAX_VALUE);
        return known != null && known.size() >= count && known.get(count - 1).equals(head.ref())
                ? Optional.of(known.subList(0, count))
                : Optional.empty();
    }

    /// @param head the newest receipt before those that were signed now
    synchronized void grow(RunId run, @Nullable ReceiptHead head, List<StoredReceipt> signed) {
        List<Digest> grown = upTo(run, head).map(ArrayList::new).orElse(null);
        boolean over = false;
        for (StoredReceipt receipt : signed) {
            if (receipt.kind() == StoredReceipt.Kind.SUMMARY) {
                over = true;
            } else if (grown != null) {
                grown.add(receipt.ref());
            }
        }
        if (grown == null || over || grown.size() > LONGEST) {
            remembered.remove(run);
        } else {
            remembered.put(run, grown);
        }
    }
}
