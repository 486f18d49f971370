package dev.waybill.journal.document;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A version that is about to be.
///
/// @param content null removes the document
/// @param expected the version on which it builds, 0 for a document that is not there; [#ANY] for whatever is there
/// @param version which one it is to be: the one after the newest, or, on a shelf without the document, the one after
///     what lies below; [#NEXT] for whichever comes next
/// @param place where a run makes it; null when somebody outside of runs does
@SuppressWarnings("ArrayRecordComponent")
public record Edit(
        Shelf shelf,
        String name,
        @Nullable String type,
        byte @Nullable [] content,
        Instant at,
        String by,
        long expected,
        long version,
        @Nullable RunPlace place) {

    public static final long ANY = -1;
    public static final long NEXT = 0;

    /// By somebody outside of runs.
    public Edit(
            Shelf shelf,
            String name,
            @Nullable String type,
            byte @Nullable [] content,
            Instant at,
            String by,
            long expected) {
        this(shelf, name, type, content, at, by, expected, NEXT, null);
    }

    /// The version that it makes where this is the newest.
    ///
    /// @param newest of the document on its shelf, a removal too; 0 when there is none
    public long versionAfter(long newest) {
        return newest == 0 && version != NEXT ? version : newest + 1;
    }

    /// Whether it can be made where this is the newest.
    public boolean fits(long newest, boolean removed) {
        long there = removed ? 0 : newest;
        boolean builds = expected == ANY || expected == there;
        boolean numbered = version == NEXT || version == versionAfter(newest);
        return builds && numbered && (content != null || there > 0);
    }
}
