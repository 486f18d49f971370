package dev.waybill.store.postgres;

import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.Fence;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.StoredReceipt.Kind;
import dev.waybill.journal.store.Transaction;
import org.jspecify.annotations.Nullable;

/// One append of a run that is there, in words that an UPDATE can check: what nearly every transaction is.
///
/// @param firstStep the index of its first step receipt, which must be how many there are; null when it brings none
/// @param firstSummary the same for summaries
record Extension(
        Append append, @Nullable Long firstStep, @Nullable Long firstSummary, long steps, long summaries) {

    /// What a transaction extends; null when it does anything else, or what no run allows.
    static @Nullable Extension of(Transaction transaction) {
        if (transaction.appends().size() != 1) {
            return null;
        }
        Append append = transaction.appends().getFirst();
        boolean alone = transaction.equals(Transaction.of(append));
        return alone && append.creates() == null && append.wakes() == null ? of(append) : null;
    }

    private static @Nullable Extension of(Append append) {
        long[] first = {-1, -1};
        long[] count = new long[2];
        for (StoredReceipt receipt : append.receipts()) {
            int kind = receipt.kind() == Kind.STEP ? 0 : 1;
            if (count[kind] == 0) {
                first[kind] = receipt.index();
            }
            if (receipt.index() != first[kind] + count[kind]++) {
                return null;
            }
        }
        return new Extension(append, known(first[0]), known(first[1]), count[0], count[1]);
    }

    private static @Nullable Long known(long index) {
        return index < 0 ? null : index;
    }

    String run() {
        return append.run().value();
    }

    /// Null when the head alone decides.
    @Nullable
    String owner() {
        return append.fence() instanceof Fence.Owned owned ? owned.owner().value() : null;
    }

    @Nullable
    Long epoch() {
        return append.fence() instanceof Fence.Owned owned ? owned.epoch() : null;
    }
}
