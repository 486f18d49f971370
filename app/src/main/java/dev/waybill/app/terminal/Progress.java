package dev.waybill.app.terminal;

import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.TextWidth;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/// One line on standard error that tells how far long work has come, gone when the work is done.
/// Silent unless a person watches, and silent for work that ends at once. Any thread may report.
public final class Progress implements AutoCloseable {

    /// Use as the total when it is not known.
    public static final long UNKNOWN = -1;

    private static final Duration QUIET = Duration.ofMillis(400);
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final String CLEAR = "\r\u001b[2K";

    private final PrintStream err;
    private final Terminal terminal;
    private final InstantSource clock;
    private final String label;
    private final long total;
    private final Instant start;
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong nextMillis;
    private boolean shown;
    private boolean closed;

    public Progress(PrintStream err, Terminal terminal, InstantSource clock, String label, long total) {
        this.err = err;
        this.terminal = terminal;
        this.clock = clock;
        this.label = SafeText.of(label);
        this.total = total;
        this.start = clock.instant();
        this.nextMillis = new AtomicLong(start.plus(QUIET).toEpochMilli());
    }

    /// Counts more finished work and, now and then, shows it.
    public void add(long units) {
        done.addAndGet(units);
        if (!terminal.interactive()) {
            return;
        }
        Instant now = clock.instant();
        long due = nextMillis.get();
        // One thread wins the turn to draw; the others go on working.
        if (now.toEpochMilli() >= due
                && nextMillis.compareAndSet(due, now.plus(PAUSE).toEpochMilli())) {
            draw(now);
        }
    }

    /// Clears the line. What comes next on the terminal starts in the first column.
    @Override
    public synchronized void close() {
        if (shown && !closed) {
            err.print(CLEAR);
            err.flush();
        }
        closed = true;
    }

    private synchronized void draw(Instant now) {
        if (closed) {
            return;
        }
        err.print(CLEAR + TextWidth.fit(line(done.get(), Duration.between(start, now)), terminal.width() - 1));
        err.flush();
        shown = true;
    }

    private String line(long count, Duration elapsed) {
        double seconds = Math.max(0.001, elapsed.toMillis() / 1000.0);
        double rate = count / seconds;
        String line = total < 0
                ? String.format(Locale.ROOT, "%s  %,d", label, count)
                : String.format(
                        Locale.ROOT, "%s  %,d of %,d  %d%%", label, count, total, count * 100 / Math.max(1, total));
        line += String.format(Locale.ROOT, "  %,.0f/s", rate);
        if (total > count && rate > 0) {
            line += "  " + left(Math.round((total - count) / rate)) + " left";
        }
        return line;
    }

    private static String left(long seconds) {
        if (seconds < 60) {
            return seconds + " s";
        }
        return seconds < 3600
                ? String.format(Locale.ROOT, "%d min %02d s", seconds / 60, seconds % 60)
                : String.format(Locale.ROOT, "%d h %02d min", seconds / 3600, seconds / 60 % 60);
    }
}
