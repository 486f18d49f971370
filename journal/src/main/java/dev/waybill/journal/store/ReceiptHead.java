package dev.waybill.journal.store;

import dev.waybill.base.Digest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The newest step receipt of a run's chain, or of its beginning, and how many there are up to it.
public record ReceiptHead(long count, Digest ref) {

    /// The head once more receipts are there; of a chain that had none, null.
    public static @Nullable ReceiptHead after(@Nullable ReceiptHead head, List<StoredReceipt> receipts) {
        ReceiptHead newest = head;
        for (StoredReceipt receipt : receipts) {
            if (receipt.kind() == StoredReceipt.Kind.STEP) {
                newest = new ReceiptHead(receipt.index() + 1, receipt.ref());
            }
        }
        return newest;
    }
}
