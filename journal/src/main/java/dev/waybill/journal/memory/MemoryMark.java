package dev.waybill.journal.memory;

/// How far a scope has come.
///
/// @param version how many changes it has seen
/// @param oldest the first version that can still be looked at: what was changed before has been thrown away
public record MemoryMark(long version, long oldest) {

    public static final MemoryMark NONE = new MemoryMark(0, 0);
}
