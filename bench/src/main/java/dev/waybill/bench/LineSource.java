package dev.waybill.bench;

import dev.waybill.receipt.audit.ReceiptSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/// Reads one receipt a line from a stream.
final class LineSource implements ReceiptSource {

    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(2048);
    private int at;
    private int end;

    LineSource(InputStream in) {
        this.in = in;
    }

    @Override
    public byte @Nullable [] next() throws IOException {
        line.reset();
        while (at < end || fill()) {
            int from = at;
            while (at < end && buffer[at] != '\n') {
                at++;
            }
            line.write(buffer, from, at - from);
            if (at < end) {
                at++;
                return line.toByteArray();
            }
        }
        return line.size() == 0 ? null : line.toByteArray();
    }

    private boolean fill() throws IOException {
        at = 0;
        end = Math.max(0, in.read(buffer));
        return end > 0;
    }
}
