package dev.waybill.engine.attest;

import dev.waybill.base.Digest;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.store.ReceiptHead;
import org.jspecify.annotations.Nullable;

/// Another run that a receipt names: a child, or the source of a replay.
///
/// @param head its newest step receipt; null when it has none
/// @param summary the receipt of its summary; null before its end, and when nothing is signed for it
public record RelatedRun(
        RunHeader header, @Nullable ReceiptHead head, @Nullable Digest summary) {

    /// A run that is created in the same transaction.
    public static RelatedRun isNew(RunHeader header) {
        return new RelatedRun(header, null, null);
    }
}
