package dev.waybill.journal.memory;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The memories of all tenants. What runs write comes with their transactions, and each change takes the next version
/// of its scope in there, so that versions have no gaps and every version that can be read will never change.
public interface Memories {

    /// [MemoryMark#NONE] when nothing was ever written.
    MemoryMark mark(MemoryScope scope);

    /// The newest change of each entry that a layer shows, the newest first. It may be that the entry was forgotten.
    ///
    /// @param ref one memory; null means all of them
    /// @param id one entry; null means all of them
    List<StoredMemory> read(MemoryLayer layer, @Nullable String ref, @Nullable String id);

    /// All changes of an entry that are still there, the oldest first.
    List<StoredMemory> history(MemoryScope scope, String ref, String id);

    /// The scopes of a tenant, in the order of their names.
    List<MemoryScope> scopes(String tenant);

    /// Writes outside of any run.
    ///
    /// @return the scope's new version
    long write(MemoryWrite write);

    /// Throws away what no version shows that began after a time: changes that newer ones have replaced by then, and
    /// entries that had expired or were forgotten. From then on the scopes' oldest version is the one of that time.
    ///
    /// @return how many changes
    int forget(Instant before);
}
