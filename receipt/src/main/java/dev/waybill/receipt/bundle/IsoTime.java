package dev.waybill.receipt.bundle;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/// Times as ECMAScript's `toISOString` writes them, always with milliseconds.
final class IsoTime {

    private static final double MAX_MILLIS = 8.64e15;
    private static final int LAST_FOUR_DIGIT_YEAR = 9999;
    private static final DateTimeFormatter PLAIN =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter TAIL =
            DateTimeFormatter.ofPattern("-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private IsoTime() {}

    /// The text of an instant given in seconds; empty outside of the range that ECMAScript knows.
    static Optional<String> ofSeconds(double seconds) {
        double millis = seconds * 1000;
        if (!(Math.abs(millis) <= MAX_MILLIS)) {
            return Optional.empty();
        }
        return Optional.of(of(Instant.ofEpochMilli((long) millis)));
    }

    static String of(Instant instant) {
        int year = instant.atZone(ZoneOffset.UTC).getYear();
        if (year >= 0 && year <= LAST_FOUR_DIGIT_YEAR) {
            return PLAIN.format(instant);
        }
        return (year < 0 ? "-" : "+") + "%06d".formatted(Math.abs(year)) + TAIL.format(instant);
    }
}
