package dev.waybill.receipt.grammar;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/// ISO 8601 date-times as PEAC reads them: `2026-01-25T10:30:00Z`, in some claims with an offset.
///
/// Seconds may be absent and fractions have any length: the released PEAC packages differ on that, and what
/// was valid when it was issued stays valid. A lower-case `z`, impossible dates and leap seconds are refused.
/// Digits beyond nanoseconds are checked and dropped.
public final class Timestamp {

    private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");
    private static final String SHORTEST = "YYYY-MM-DDTHH:MM";
    private static final int SECONDS = SHORTEST.length();
    private static final int FRACTION = SECONDS + ":SS".length();
    private static final int OFFSET_LENGTH = "+00:00".length();
    private static final int NANO_DIGITS = 9;

    private Timestamp() {}

    /// A time with `Z` or an offset; empty when the text is none.
    public static Optional<Instant> parse(String text) {
        boolean utc = text.endsWith("Z");
        int end = text.length() - (utc ? 1 : OFFSET_LENGTH);
        if (end < SECONDS || !hasMinutes(text)) {
            return Optional.empty();
        }
        int offset = utc ? 0 : offsetSeconds(text, end);
        return offset == Integer.MIN_VALUE
                ? Optional.empty()
                : local(text, end).map(time -> time.toInstant(ZoneOffset.UTC).minusSeconds(offset));
    }

    /// A time with `Z`, the one form that summaries use.
    public static Optional<Instant> parseUtc(String text) {
        return text.endsWith("Z") ? parse(text) : Optional.empty();
    }

    public static boolean isValid(String text) {
        return parse(text).isPresent();
    }

    /// The same, with seconds, as RFC 3339 demands.
    public static boolean isRfc3339(String text) {
        return isValid(text) && text.charAt(SECONDS) == ':';
    }

    /// Whether a time can be written with four digits of year.
    public static boolean isWritable(Instant time) {
        return !time.isBefore(FIRST) && !time.isAfter(LAST);
    }

    private static boolean hasMinutes(String text) {
        for (int i = 0; i < SECONDS; i++) {
            char form = SHORTEST.charAt(i);
            char c = text.charAt(i);
            boolean separator = form == '-' || form == 'T' || form == ':';
            if (separator ? c != form : !Tokens.isDigit(c)) {
                return false;
            }
        }
        return true;
    }

    private static Optional<LocalDateTime> local(String text, int end) {
        if (end == SECONDS) {
            return date(text, 0, 0);
        }
        if (end < FRACTION || text.charAt(SECONDS) != ':') {
            return Optional.empty();
        }
        return date(text, two(text, SECONDS + 1), end == FRACTION ? 0 : nanos(text, end));
    }

    private static Optional<LocalDateTime> date(String text, int second, int nano) {
        // What is not a number arrives as -1, which no part of a time can be.
        try {
            return Optional.of(LocalDateTime.of(
                    two(text, 0) * 100 + two(text, 2),
                    two(text, 5),
                    two(text, 8),
                    two(text, 11),
                    two(text, 14),
                    second,
                    nano));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    /// The fraction between the seconds and the offset; -1 when it is none.
    private static int nanos(String text, int end) {
        if (text.charAt(FRACTION) != '.' || end == FRACTION + 1) {
            return -1;
        }
        int nanos = 0;
        for (int i = 0; i < Math.max(NANO_DIGITS, end - FRACTION - 1); i++) {
            int at = FRACTION + 1 + i;
            if (at < end && !Tokens.isDigit(text.charAt(at))) {
                return -1;
            }
            if (i < NANO_DIGITS) {
                nanos = nanos * 10 + (at < end ? text.charAt(at) - '0' : 0);
            }
        }
        return nanos;
    }

    /// The offset in seconds; the smallest int when it is malformed.
    private static int offsetSeconds(String text, int at) {
        char sign = text.charAt(at);
        int hours = two(text, at + 1);
        int minutes = two(text, at + 4);
        boolean wellFormed = (sign == '+' || sign == '-')
                && text.charAt(at + 3) == ':'
                && hours >= 0
                && hours <= 23
                && minutes >= 0
                && minutes <= 59;
        if (!wellFormed) {
            return Integer.MIN_VALUE;
        }
        int seconds = (hours * 60 + minutes) * 60;
        return sign == '+' ? seconds : -seconds;
    }

    private static int two(String text, int at) {
        return Tokens.number(text, at, at + 2);
    }
}
