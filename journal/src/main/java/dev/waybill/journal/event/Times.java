package dev.waybill.journal.event;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// The one spelling of a time in a log: six fraction digits and `Z`.
public final class Times {

    private static final DateTimeFormatter MICROS = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private Times() {}

    public static String format(Instant time) {
        return MICROS.format(time);
    }

    /// @throws IllegalArgumentException when the text is no time
    public static Instant parse(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("expected a time such as 2026-11-15T10:00:00.000000Z, found " + text, e);
        }
    }
}
