package dev.waybill.journal.store;

import dev.waybill.base.Digest;

/// The newest step receipt of a run's chain, or of its beginning, and how many there are up to it.
public record ReceiptHead(long count, Digest ref) {}
