package dev.waybill.view.draw;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// Times as people read them: moments in UTC, distances in two units.
final class TimeText {

    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private static final int DAY = "2026-02-01".length();

    private TimeText() {}

    /// `2026-02-01 09:30:00 UTC`; a number no calendar knows is shown as it is.
    static String moment(long epochSeconds) {
        long most = 253_402_300_799L;
        return epochSeconds > most || epochSeconds < -most
                ? epochSeconds + " s after 1970"
                : MOMENT.format(Instant.ofEpochSecond(epochSeconds));
    }

    /// `2026-02-01 09:00:00 to 09:00:40 UTC`, with both days when they differ.
    static String range(long from, long to) {
        String first = moment(from);
        String last = moment(to);
        boolean sameDay = first.length() == last.length() && first.startsWith(last.substring(0, DAY));
        if (from == to) {
            return first;
        }
        return first.replace(" UTC", "") + " to " + (sameDay ? last.substring(DAY + 1) : last);
    }

    /// `0s`, `12s`, `1m05s`, `2h10m`, `3d04h`.
    static String distance(long seconds) {
        if (seconds < 0) {
            return "-" + distance(seconds == Long.MIN_VALUE ? Long.MAX_VALUE : -seconds);
        }
        if (seconds < 60) {
            return seconds + "s";
        }
        if (seconds < 3_600) {
            return two(seconds / 60, 'm', seconds % 60, 's');
        }
        return seconds < 86_400
                ? two(seconds / 3_600, 'h', seconds / 60 % 60, 'm')
                : two(seconds / 86_400, 'd', seconds / 3_600 % 24, 'h');
    }

    private static String two(long large, char largeUnit, long small, char smallUnit) {
        return String.format(Locale.ROOT, "%d%c%02d%c", large, largeUnit, small, smallUnit);
    }
}
