package dev.waybill.journal.store;

import dev.waybill.base.Digest;

/// The newest step receipt of a run's chain, and how many there are.
public record ReceiptHead(long count, Digest ref) {}
