package dev.waybill.evidence;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/// When something happened, as its writer's clock had it.
///
/// @param zoned false when the text names no zone: it is read as UTC, and whoever compares it must say so
/// @param text as it was written
public record RecordTime(Instant at, boolean zoned, String text) {

    /// Reads every spelling that the known systems use; empty for anything else.
    public static Optional<RecordTime> parse(String text) {
        RecordTime usual = TimeText.read(text);
        return usual != null ? Optional.of(usual) : any(text);
    }

    /// Every spelling that ISO 8601 has for it.
    static Optional<RecordTime> any(String text) {
        try {
            return Optional.of(new RecordTime(OffsetDateTime.parse(text).toInstant(), true, text));
        } catch (DateTimeException _) {
            return local(text);
        }
    }

    private static Optional<RecordTime> local(String text) {
        try {
            return Optional.of(new RecordTime(LocalDateTime.parse(text).toInstant(ZoneOffset.UTC), false, text));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }
}
