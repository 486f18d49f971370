package dev.waybill.journal.store;

import dev.waybill.journal.RunId;
import java.util.List;
import java.util.Optional;

/// The receipts of all runs, in commit order for each.
public interface ReceiptLog {

    /// Receipts of a kind from an index on, in the order of their indexes; a fork does not show its source's.
    List<StoredReceipt> receipts(RunId run, StoredReceipt.Kind kind, long fromIndex, int limit);

    /// The newest step receipt; empty when there is none.
    Optional<ReceiptHead> receiptHead(RunId run);

    /// The newest step receipt that signs for an event before a sequence, or for the run's creation.
    Optional<ReceiptHead> receiptHeadBefore(RunId run, long sequence);
}
