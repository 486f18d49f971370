package dev.waybill.receipt.bundle;

import dev.waybill.receipt.jws.CompactJws;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Lines of a stream, in bounded memory. A line that is longer than any receipt is handed on cut, one byte
/// above the limit, so that it is judged and refused as a receipt; the rest of it is skipped.
final class LineReader implements Closeable {

    static final int LONGEST_LINE = 1 << 20;

    private static final int CUT = CompactJws.MAX_LENGTH + 1;
    private static final int BUFFER = 1 << 16;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int at;
    private int end;
    private byte[] line = new byte[0];
    private int length;
    private boolean tooLong;

    LineReader(InputStream in) {
        this.in = in;
    }

    /// The next line without its end, or null. The last line may lack a line feed.
    byte @Nullable [] next() throws IOException {
        length = 0;
        tooLong = false;
        if (!fill()) {
            return null;
        }
        do {
            int stop = at;
            while (stop < end && buffer[stop] != '\n') {
                stop++;
            }
            if (stop < end && length == 0 && !tooLong) {
                byte[] whole = Arrays.copyOfRange(buffer, at, stop);
                at = stop + 1;
                return whole;
            }
            append(stop);
            at = stop;
            if (at < end) {
                at++;
                break;
            }
        } while (fill());
        return Arrays.copyOf(line, tooLong ? CUT : length);
    }

    private boolean fill() throws IOException {
        while (at == end) {
            int read = in.read(buffer, 0, buffer.length);
            if (read < 0) {
                return false;
            }
            at = 0;
            end = read;
        }
        return true;
    }

    private void append(int stop) {
        int count = stop - at;
        if (tooLong || length + count > LONGEST_LINE) {
            tooLong = true;
            return;
        }
        if (length + count > line.length) {
            line = Arrays.copyOf(line, Math.max(CUT, length + count));
        }
        System.arraycopy(buffer, at, line, length, count);
        length += count;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
