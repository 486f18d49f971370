package dev.waybill.engine.attest;

import dev.waybill.base.Digest;
import dev.waybill.journal.store.ReceiptHead;
import org.jspecify.annotations.Nullable;

/// What is signed for another run that a receipt names: a child, or the source of a replay.
///
/// @param head its newest step receipt; null when it has none
/// @param summary the receipt of its summary; null before its end, and when nothing is signed for it
public record RelatedRun(
        @Nullable ReceiptHead head, @Nullable Digest summary) {}
