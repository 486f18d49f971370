package dev.waybill.evidence.index;

import dev.waybill.evidence.Integrity;
import org.jspecify.annotations.Nullable;

/// What neighbouring records mostly share, kept once for all of them.
///
/// @param repo the system that the record's id belongs to
record CommonPart(
        String repo, String type, String format, @Nullable String entry, Integrity integrity) {

    static CommonPart of(PreparedRow row, Integrity integrity) {
        return new CommonPart(
                row.content().id().repo().wire(),
                row.content().type(),
                row.format().name(),
                row.place().entry(),
                integrity);
    }

    String level() {
        return integrity.level().name();
    }

    String detail() {
        return integrity.detail();
    }
}
