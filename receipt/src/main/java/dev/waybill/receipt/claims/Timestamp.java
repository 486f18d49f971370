package dev.waybill.receipt.claims;

import java.time.LocalDate;
import java.time.YearMonth;

/// ISO 8601 date-times with `Z` or an offset, as PEAC reads them.
final class Timestamp {

    static final long INVALID = Long.MIN_VALUE;
    private static final int SECONDS_AT = 16;

    private Timestamp() {}

    /// The seconds may be missing: the released PEAC packages differ on that, depending on the version
    /// of the library below them, and a receipt that was valid when it was issued stays valid.
    static boolean isValid(String text) {
        return epochMillis(text) != INVALID;
    }

    /// The same, with seconds, as RFC 3339 demands.
    static boolean isRfc3339(String text) {
        return isValid(text) && text.charAt(SECONDS_AT) == ':';
    }

    /// Milliseconds since 1970, finer fractions dropped; [#INVALID] when the text is no date-time.
    static long epochMillis(String text) {
        int offsetAt = offsetStart(text);
        if (offsetAt < SECONDS_AT || !hasDateAndMinutes(text)) {
            return INVALID;
        }
        int offset = offsetMinutes(text, offsetAt);
        int millis = millisOfMinute(text, offsetAt);
        if (offset == Integer.MIN_VALUE || millis < 0) {
            return INVALID;
        }
        long day = LocalDate.of(two(text, 0) * 100 + two(text, 2), two(text, 5), two(text, 8))
                .toEpochDay();
        long minute = day * 1440 + two(text, 11) * 60L + two(text, 14) - offset;
        return minute * 60_000 + millis;
    }

    private static int offsetStart(String text) {
        return text.endsWith("Z") ? text.length() - 1 : text.length() - 6;
    }

    private static boolean hasDateAndMinutes(String text) {
        if (text.charAt(4) != '-' || text.charAt(7) != '-' || text.charAt(10) != 'T' || text.charAt(13) != ':') {
            return false;
        }
        int year = Tokens.number(text, 0, 4);
        int month = two(text, 5);
        int day = two(text, 8);
        return year >= 0
                && within(month, 1, 12)
                && within(day, 1, YearMonth.of(year, month).lengthOfMonth())
                && within(two(text, 11), 0, 23)
                && within(two(text, 14), 0, 59);
    }

    /// Seconds and fraction between the minutes and the offset; -1 when malformed.
    private static int millisOfMinute(String text, int end) {
        if (end == SECONDS_AT) {
            return 0;
        }
        if (text.charAt(SECONDS_AT) != ':' || end < SECONDS_AT + 3 || !within(two(text, SECONDS_AT + 1), 0, 59)) {
            return -1;
        }
        int seconds = two(text, SECONDS_AT + 1);
        int point = SECONDS_AT + 3;
        if (point == end) {
            return seconds * 1000;
        }
        if (text.charAt(point) != '.' || point + 1 == end) {
            return -1;
        }
        int fraction = 0;
        for (int i = point + 1; i < end; i++) {
            if (!Tokens.isDigit(text.charAt(i))) {
                return -1;
            }
        }
        for (int i = point + 1; i <= point + 3; i++) {
            fraction = fraction * 10 + (i < end ? text.charAt(i) - '0' : 0);
        }
        return seconds * 1000 + fraction;
    }

    private static int offsetMinutes(String text, int at) {
        if (text.charAt(at) == 'Z') {
            return 0;
        }
        boolean plus = text.charAt(at) == '+';
        boolean wellFormed = (plus || text.charAt(at) == '-')
                && text.charAt(at + 3) == ':'
                && within(two(text, at + 1), 0, 23)
                && within(two(text, at + 4), 0, 59);
        if (!wellFormed) {
            return Integer.MIN_VALUE;
        }
        int minutes = two(text, at + 1) * 60 + two(text, at + 4);
        return plus ? minutes : -minutes;
    }

    private static int two(String text, int at) {
        return Tokens.number(text, at, at + 2);
    }

    private static boolean within(int value, int min, int max) {
        return value >= min && value <= max;
    }
}
