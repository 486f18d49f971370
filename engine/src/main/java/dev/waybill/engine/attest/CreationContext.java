package dev.waybill.engine.attest;

import dev.waybill.base.Digest;
import dev.waybill.journal.store.ReceiptHead;
import org.jspecify.annotations.Nullable;

/// The receipt of another run that led to this one.
///
/// @param receipt the hand-over's "out" receipt for a child, the newest shared one for a fork
/// @param count how many receipts the source of a fork had by then; null for a child
public record CreationContext(Digest receipt, @Nullable Long count) {

    public static CreationContext handOver(Digest out) {
        return new CreationContext(out, null);
    }

    public static CreationContext prefix(ReceiptHead newest) {
        return new CreationContext(newest.ref(), newest.count());
    }
}
