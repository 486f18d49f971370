package dev.waybill.journal.event;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
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

    /// A time as a log can hold it: what the spelling would cut off is cut off, so that a fact reads the same before
    /// and after it was stored.
    public static Instant micros(Instant time) {
        return time.truncatedTo(ChronoUnit.MICROS);
    }

    /// @throws IllegalArgumentException when the text is no time, or is one in another spelling
    public static Instant parse(String text) {
        Instant time;
        try {
            time = Instant.parse(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(expected(text), e);
        }
        if (!format(time).equals(text)) {
            throw new IllegalArgumentException(expected(text));
        }
        return time;
    }

    private static String expected(String found) {
        return "expected a time such as 2026-11-15T10:00:00.000000Z, found " + found;
    }
}
