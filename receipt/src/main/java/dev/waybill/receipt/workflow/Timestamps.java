package dev.waybill.receipt.workflow;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/// ISO 8601 instants in the one form that summaries use: `2026-01-25T10:30:00Z`.
///
/// Seconds may be absent and fractions have any length, as the reference implementation accepts them;
/// offsets, a lower-case `z`, impossible dates and leap seconds are refused. Digits beyond nanoseconds
/// are checked and dropped.
final class Timestamps {

    private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");
    private static final String SHORTEST = "YYYY-MM-DDTHH:MMZ";
    private static final int SECONDS = "YYYY-MM-DDTHH:MM".length();
    private static final int FRACTION = SECONDS + ":SS".length();
    private static final int NANO_DIGITS = 9;

    private Timestamps() {}

    static boolean isWritable(Instant time) {
        return !time.isBefore(FIRST) && !time.isAfter(LAST);
    }

    static Optional<Instant> parse(String text) {
        int end = text.length() - 1;
        if (text.length() < SHORTEST.length() || text.charAt(end) != 'Z' || !hasMinutes(text)) {
            return Optional.empty();
        }
        if (end == SECONDS) {
            return date(text, 0, 0);
        }
        if (end < FRACTION || text.charAt(SECONDS) != ':') {
            return Optional.empty();
        }
        return date(text, twoDigits(text, SECONDS + 1), end == FRACTION ? 0 : nanos(text, end));
    }

    private static boolean hasMinutes(String text) {
        for (int i = 0; i < SECONDS; i++) {
            char form = SHORTEST.charAt(i);
            char c = text.charAt(i);
            boolean separator = form == '-' || form == 'T' || form == ':';
            if (separator ? c != form : !isDigit(c)) {
                return false;
            }
        }
        return true;
    }

    private static Optional<Instant> date(String text, int second, int nano) {
        int year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
        // What is not a number arrives as -1, which no part of a time can be.
        try {
            return Optional.of(LocalDateTime.of(
                            year,
                            twoDigits(text, 5),
                            twoDigits(text, 8),
                            twoDigits(text, 11),
                            twoDigits(text, 14),
                            second,
                            nano)
                    .toInstant(ZoneOffset.UTC));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    /// The fraction between the seconds and the final `Z`; -1 when it is none.
    private static int nanos(String text, int end) {
        if (text.charAt(FRACTION) != '.' || end == FRACTION + 1) {
            return -1;
        }
        int nanos = 0;
        for (int i = 0; i < Math.max(NANO_DIGITS, end - FRACTION - 1); i++) {
            int at = FRACTION + 1 + i;
            if (at < end && !isDigit(text.charAt(at))) {
                return -1;
            }
            if (i < NANO_DIGITS) {
                nanos = nanos * 10 + (at < end ? text.charAt(at) - '0' : 0);
            }
        }
        return nanos;
    }

    private static int twoDigits(String text, int at) {
        char tens = text.charAt(at);
        char ones = text.charAt(at + 1);
        return isDigit(tens) && isDigit(ones) ? (tens - '0') * 10 + (ones - '0') : -1;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
