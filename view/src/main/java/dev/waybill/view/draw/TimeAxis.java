package dev.waybill.view.draw;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A stretch of time with ticks at round moments. Times beyond year 9999 are held to it.
final class TimeAxis {

    private static final long LAST = 253_402_300_799L;
    private static final int MOST_TICKS = 5;
    private static final long[] STEPS = {
        1,
        2,
        5,
        10,
        15,
        30,
        60,
        120,
        300,
        600,
        900,
        1_800,
        3_600,
        7_200,
        10_800,
        21_600,
        43_200,
        86_400,
        172_800,
        604_800,
        1_209_600,
        2_592_000,
        7_776_000,
        31_536_000
    };

    private final long from;
    private final long to;
    private final long step;

    TimeAxis(long from, long to) {
        this.from = Math.clamp(from, -LAST, LAST);
        this.to = Math.clamp(to, -LAST, LAST);
        this.step = step(this.to - this.from);
    }

    /// From 0 at the first moment to 1 at the last; the middle when they are one.
    double place(long time) {
        return to == from ? 0.5 : (Math.clamp(time, from, to) - from) / (double) (to - from);
    }

    List<Long> ticks() {
        List<Long> ticks = new ArrayList<>();
        for (long tick = Math.ceilDiv(from, step) * step; tick <= to; tick += step) {
            ticks.add(tick);
        }
        if (ticks.isEmpty()) {
            ticks.add(from);
        }
        return ticks;
    }

    String label(long time) {
        String pattern = step >= 86_400 ? "uuuu-MM-dd" : step >= 60 ? "HH:mm" : "HH:mm:ss";
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT)
                .withZone(ZoneOffset.UTC)
                .format(Instant.ofEpochSecond(time));
    }

    String caption() {
        return TimeText.range(from, to) + (to == from ? "" : " (" + TimeText.distance(to - from) + ")");
    }

    private static long step(long range) {
        for (long step : STEPS) {
            if (range / step < MOST_TICKS) {
                return step;
            }
        }
        long year = STEPS[STEPS.length - 1];
        return Math.ceilDiv(range, MOST_TICKS * year) * year;
    }
}
