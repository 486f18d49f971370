package dev.waybill.engine.decide;

import dev.waybill.journal.memory.MemoryScope;

/// Tells how far a memory and a workspace have come by now. Like the time it comes from outside: a decision asks at
/// most once, and what it was told is in its events.
@FunctionalInterface
public interface MemoryVersions {

    MemoryVersions NONE = _ -> 0;

    long newest(MemoryScope scope);

    /// The last change of a workspace.
    default long workspace(MemoryScope scope) {
        return 0;
    }
}
