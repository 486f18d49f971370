package dev.waybill.journal.document;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A version that is about to be.
///
/// @param content null removes the document
/// @param expected the version on which it builds, 0 for a document that is not there; [#ANY] for whatever is there
@SuppressWarnings("ArrayRecordComponent")
public record Edit(
        Shelf shelf,
        String name,
        @Nullable String type,
        byte @Nullable [] content,
        Instant at,
        String by,
        long expected) {

    public static final long ANY = -1;
}
