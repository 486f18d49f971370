package dev.waybill.engine.node;

import dev.waybill.journal.memory.MemoryEntry;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What agents remember beyond their run. A node sees it as it was when the node started, and what it writes itself;
/// what others write meanwhile is seen by nodes that start later.
///
/// A reference names a memory inside the run's own tenant, whatever it says. One that nobody wrote to, or that could be
/// no name, names an empty memory.
public interface Memory {

    /// The entries of a memory that have not expired, the newest first.
    ///
    /// @param limit at most so many; 0 means all
    /// @param tag only those with this tag; null means all
    List<MemoryEntry> list(String ref, int limit, @Nullable String tag);

    default List<MemoryEntry> list(String ref) {
        return list(ref, 0, null);
    }

    Optional<MemoryEntry> get(String ref, String id);

    /// Remembers something. It is kept with the outcome of the node, whether that is a success or not, and lost with an
    /// outcome that nobody wants any more. Secrets of the run are taken out of it first.
    ///
    /// @throws IllegalArgumentException when the reference, the id or a tag is no name, or the content is too large
    MemoryEntry write(String ref, MemoryDraft draft);
}
