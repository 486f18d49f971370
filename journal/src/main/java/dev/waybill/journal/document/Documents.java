package dev.waybill.journal.document;

import dev.waybill.journal.memory.MemoryLayer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Documents in all their versions. Each edit is seen by every process as soon as it returns.
public interface Documents {

    /// After all changes that there are.
    long NOW = Long.MAX_VALUE;

    /// The newest version, also one that removes the document.
    Optional<Document> newest(Shelf shelf, String name);

    /// A document as it is now.
    default Optional<Document> find(Shelf shelf, String name) {
        return newest(shelf, name).filter(newest -> !newest.removed());
    }

    /// All versions of a document, the newest first.
    List<Document> versions(Shelf shelf, String name);

    /// What stood on a shelf after a change, by name, without what was removed.
    ///
    /// @param change [#NOW] for what stands there now
    List<Document> list(Shelf shelf, long change);

    /// What one layer of a run's view shows of the files: the newest version of each, by name, removals too.
    ///
    /// @param layer its version is a change of the shelf
    /// @param name one document; null means all of them
    List<Document> seen(MemoryLayer layer, @Nullable String name);

    /// The last change of a shelf; 0 before the first.
    long mark(Shelf shelf);

    /// Makes the next version. To remove what is not there is a conflict.
    Edited edit(Edit edit);
}
