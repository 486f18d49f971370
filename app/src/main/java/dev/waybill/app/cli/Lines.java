package dev.waybill.app.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Reads lines of bytes with a bound on each, in memory that does not grow with the input. Ends are `\n`
/// or `\r\n`; a last line without an end counts.
public final class Lines {

    /// Enough for every receipt that the limits of PEAC allow, with room to spare.
    public static final int DEFAULT_BOUND = 1 << 20;

    private static final int BUFFER = 64 * 1024;

    private final InputStream in;
    private final int bound;
    private byte[] buffer = new byte[BUFFER];
    private int start;
    private int end;
    private int scanned;
    private boolean ended;
    private long number;

    Lines(InputStream in, int bound) {
        this.in = in;
        this.bound = bound;
    }

    /// The next line, or null at the end.
    public @Nullable Line next() throws IOException {
        while (true) {
            int at = indexOfLineEnd();
            if (at >= 0) {
                return take(at, at + 1);
            }
            if (end - start > bound + 1) {
                return skipToLineEnd();
            }
            if (ended) {
                return start == end ? null : take(end, end);
            }
            fill();
        }
    }

    /// Whether a whole line is here already, so that reading it does not wait for the sender. A program that
    /// sends one line and waits for its answer must get it.
    public boolean ready() throws IOException {
        if (indexOfLineEnd() >= 0) {
            return true;
        }
        if (ended || end - start > bound || in.available() == 0) {
            return false;
        }
        fill();
        return indexOfLineEnd() >= 0;
    }

    private int indexOfLineEnd() {
        for (int i = Math.max(scanned, start); i < end; i++) {
            if (buffer[i] == '\n') {
                scanned = i;
                return i;
            }
        }
        scanned = end;
        return -1;
    }

    private Line take(int to, int next) {
        int last = to > start && next > to && buffer[to - 1] == '\r' ? to - 1 : to;
        number++;
        Line line = last - start > bound
                ? new Line.TooLong(number, bound)
                : new Line.Text(number, Arrays.copyOfRange(buffer, start, last));
        start = next;
        scanned = next;
        return line;
    }

    private Line skipToLineEnd() throws IOException {
        number++;
        int at = indexOfLineEnd();
        while (at < 0 && !ended) {
            start = end;
            fill();
            at = indexOfLineEnd();
        }
        start = at < 0 ? end : at + 1;
        scanned = start;
        return new Line.TooLong(number, bound);
    }

    private void fill() throws IOException {
        if (end == buffer.length) {
            makeRoom();
        }
        int read = in.read(buffer, end, buffer.length - end);
        if (read < 0) {
            ended = true;
        } else {
            end += read;
        }
    }

    private void makeRoom() {
        int length = end - start;
        byte[] target = length > buffer.length / 2 ? new byte[buffer.length * 2] : buffer;
        System.arraycopy(buffer, start, target, 0, length);
        scanned -= start;
        start = 0;
        end = length;
        buffer = target;
    }
}
