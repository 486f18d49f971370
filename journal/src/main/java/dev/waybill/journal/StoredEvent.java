package dev.waybill.journal;

import org.jspecify.annotations.Nullable;

/// An event as a store keeps it: bytes, and what a store may look for.
///
/// @param publicPart the wire's envelope without the run's id
/// @param privatePart what never goes on the wire; empty when there is nothing
@SuppressWarnings("ArrayRecordComponent")
public record StoredEvent(
        long sequence, String type, @Nullable String nodeId, byte[] publicPart, byte[] privatePart) {}
