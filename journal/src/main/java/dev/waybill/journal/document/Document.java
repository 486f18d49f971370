package dev.waybill.journal.document;

import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One version of a document.
///
/// @param version counts the changes of this document, from 1
/// @param change counts the changes of the whole shelf, from 1: who remembers one can read the shelf as it was
/// @param type what the content is; null where nobody said
/// @param content empty in a version that removes the document
/// @param by who made this version
/// @param place where a run made it; null when somebody outside of runs did
@SuppressWarnings("ArrayRecordComponent")
public record Document(
        Shelf shelf,
        String name,
        long version,
        long change,
        @Nullable String type,
        byte[] content,
        Instant at,
        String by,
        boolean removed,
        @Nullable RunPlace place) {

    /// A version that somebody outside of runs made.
    public Document(
            Shelf shelf,
            String name,
            long version,
            long change,
            @Nullable String type,
            byte[] content,
            Instant at,
            String by,
            boolean removed) {
        this(shelf, name, version, change, type, content, at, by, removed, null);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Document that
                && shelf.equals(that.shelf)
                && name.equals(that.name)
                && version == that.version
                && change == that.change
                && Objects.equals(type, that.type)
                && Arrays.equals(content, that.content)
                && at.equals(that.at)
                && by.equals(that.by)
                && removed == that.removed
                && Objects.equals(place, that.place);
    }

    @Override
    public int hashCode() {
        return Objects.hash(shelf, name, version);
    }
}
