package dev.waybill.evidence;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// Reads the one spelling of a time that nearly every record has, `2026-02-25T13:00:00.123456+00:00`, with or without
/// fraction and zone. A million records bring a million times, and Java's own reader takes as long for one of them as
/// it takes to read the whole record.
final class TimeText {

    private static final int DATE_AND_TIME = "2026-02-25T13:00:00".length();
    private static final int MOST_FRACTION = 9;
    private static final int[] TENS = {1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000};

    private TimeText() {}

    /// Null for every other spelling, which may still be a time.
    static @Nullable RecordTime read(String text) {
        if (text.length() < DATE_AND_TIME || !shaped(text)) {
            return null;
        }
        int at = DATE_AND_TIME;
        int nanos = 0;
        if (at < text.length() && text.charAt(at) == '.') {
            int end = digitsEnd(text, ++at);
            if (end == at || end - at > MOST_FRACTION) {
                return null;
            }
            nanos = number(text, at, end) * TENS[MOST_FRACTION - (end - at)];
            at = end;
        }
        String zone = text.substring(at);
        boolean utc = zone.isEmpty() || zone.equals("Z") || zone.equals("+00:00");
        return utc ? time(text, nanos, !zone.isEmpty()) : null;
    }

    private static @Nullable RecordTime time(String text, int nanos, boolean zoned) {
        int hour = number(text, 11, 13);
        int minute = number(text, 14, 16);
        int second = number(text, 17, 19);
        if (hour > 23 || minute > 59 || second > 59) {
            return null;
        }
        try {
            long day = LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10))
                    .toEpochDay();
            long seconds = day * 86_400 + hour * 3_600L + minute * 60L + second;
            return new RecordTime(Instant.ofEpochSecond(seconds, nanos), zoned, text);
        } catch (DateTimeException _) {
            return null;
        }
    }

    private static boolean shaped(String text) {
        for (int i = 0; i < DATE_AND_TIME; i++) {
            char c = text.charAt(i);
            boolean fits = switch (i) {
                case 4, 7 -> c == '-';
                case 10 -> c == 'T';
                case 13, 16 -> c == ':';
                default -> isDigit(c);
            };
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    private static int digitsEnd(String text, int from) {
        int end = from;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static int number(String text, int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            value = value * 10 + (text.charAt(i) - '0');
        }
        return value;
    }
}
