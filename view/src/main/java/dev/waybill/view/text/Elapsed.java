package dev.waybill.view.text;

import java.time.Duration;
import java.util.Locale;

/// Durations as people read them, in two units at most.
public final class Elapsed {

    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private Elapsed() {}

    /// `12 ms`, `1.2 s`, `3 min 05 s`, `2 h 10 min`, `3 d 4 h`.
    public static String text(Duration time) {
        long ms = Math.max(0, time.toMillis());
        if (ms < SECOND) {
            return ms + " ms";
        }
        if (ms < MINUTE) {
            return String.format(Locale.ROOT, "%d.%d s", ms / SECOND, ms % SECOND / 100);
        }
        if (ms < HOUR) {
            return String.format(Locale.ROOT, "%d min %02d s", ms / MINUTE, ms % MINUTE / SECOND);
        }
        return ms < DAY
                ? String.format(Locale.ROOT, "%d h %02d min", ms / HOUR, ms % HOUR / MINUTE)
                : ms / DAY + " d " + ms % DAY / HOUR + " h";
    }

    /// `just now`, `12 s ago`, `3 min ago`, `2 h ago`, `3 d ago`.
    public static String ago(Duration time) {
        long ms = time.toMillis();
        if (ms < SECOND) {
            return "just now";
        }
        if (ms < MINUTE) {
            return ms / SECOND + " s ago";
        }
        if (ms < HOUR) {
            return ms / MINUTE + " min ago";
        }
        return (ms < 2 * DAY ? ms / HOUR + " h" : ms / DAY + " d") + " ago";
    }
}
