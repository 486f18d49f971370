package dev.waybill.journal.store;

import dev.waybill.base.Digest;

/// A receipt as a store keeps it. What it says is not the store's business.
///
/// @param kind steps are chained and counted, summaries stand beside them
/// @param index the place in the run's chain, from 0; a summary's own count
/// @param sequence the event that it signs for; -1 for the root receipt, which signs for the run's creation
@SuppressWarnings("ArrayRecordComponent")
public record StoredReceipt(Kind kind, long index, long sequence, Digest ref, byte[] bytes) {

    /// The sequence of a receipt that signs for the creation of its run.
    public static final long CREATION = -1;

    public enum Kind {
        STEP,
        SUMMARY
    }
}
