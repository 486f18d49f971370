package dev.waybill.journal.event;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/// The one spelling of a time in a log: six fraction digits and `Z`.
public final class Times {

    private static final DateTimeFormatter MICROS = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    /// Where the digits are.
    private static final String SHAPE = "0000-00-00T00:00:00.000000Z";

    private static final int LATEST_YEAR = 9_999;

    private Times() {}

    /// Written by position, as it is read: every event has a time.
    public static String format(Instant time) {
        LocalDateTime at = LocalDateTime.ofEpochSecond(time.getEpochSecond(), time.getNano(), ZoneOffset.UTC);
        if (at.getYear() < 0 || at.getYear() > LATEST_YEAR) {
            return MICROS.format(time);
        }
        byte[] text = SHAPE.getBytes(StandardCharsets.ISO_8859_1);
        put(text, 0, 4, at.getYear());
        put(text, 5, 7, at.getMonthValue());
        put(text, 8, 10, at.getDayOfMonth());
        put(text, 11, 13, at.getHour());
        put(text, 14, 16, at.getMinute());
        put(text, 17, 19, at.getSecond());
        put(text, 20, 26, at.getNano() / 1_000);
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    private static void put(byte[] text, int from, int to, int number) {
        int rest = number;
        for (int i = to - 1; i >= from; i--) {
            text[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    /// A time as a log can hold it: what the spelling would cut off is cut off, so that a fact reads the same before
    /// and after it was stored.
    public static Instant micros(Instant time) {
        return time.truncatedTo(ChronoUnit.MICROS);
    }

    /// Read by position: with one spelling there is nothing to search for, and a log is mostly times.
    ///
    /// @throws IllegalArgumentException when the text is no time, or is one in another spelling
    public static Instant parse(String text) {
        if (!hasShape(text)) {
            throw new IllegalArgumentException(expected(text));
        }
        try {
            long second = LocalDateTime.of(
                            digits(text, 0, 4),
                            digits(text, 5, 7),
                            digits(text, 8, 10),
                            digits(text, 11, 13),
                            digits(text, 14, 16),
                            digits(text, 17, 19))
                    .toEpochSecond(ZoneOffset.UTC);
            return Instant.ofEpochSecond(second, digits(text, 20, 26) * 1_000L);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(expected(text), e);
        }
    }

    private static boolean hasShape(String text) {
        if (text.length() != SHAPE.length()) {
            return false;
        }
        for (int i = 0; i < SHAPE.length(); i++) {
            char found = text.charAt(i);
            char wanted = SHAPE.charAt(i);
            if (wanted == '0' ? found < '0' || found > '9' : found != wanted) {
                return false;
            }
        }
        return true;
    }

    private static int digits(String text, int from, int to) {
        return Integer.parseInt(text, from, to, 10);
    }

    private static String expected(String found) {
        return "expected a time such as 2026-11-15T10:00:00.000000Z, found " + found;
    }
}
