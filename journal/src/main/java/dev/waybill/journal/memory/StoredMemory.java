package dev.waybill.journal.memory;

/// A change as a store keeps it.
///
/// @param version of its scope, which this change made: dense, from 1
public record StoredMemory(long version, MemoryWrite write) {}
