package dev.waybill.doors.mcp;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/// Reads messages that end with a line feed, as bytes. Empty lines are skipped.
final class MessageLines {

    /// A message beyond this is cut, which makes it unreadable and so refused; the rest of its line is passed over.
    static final int LONGEST = 16 * 1024 * 1024;

    private final InputStream in;

    MessageLines(InputStream in) {
        this.in = new BufferedInputStream(in, 65_536);
    }

    /// The next message; null at the end. A last line without its line feed counts.
    byte @Nullable [] next() throws IOException {
        while (true) {
            var line = new ByteArrayOutputStream(1024);
            int b = in.read();
            while (b >= 0 && b != '\n') {
                if (line.size() < LONGEST) {
                    line.write(b);
                }
                b = in.read();
            }
            if (!isBlank(line.toByteArray())) {
                return line.toByteArray();
            }
            if (b < 0) {
                return null;
            }
        }
    }

    private static boolean isBlank(byte[] line) {
        for (byte b : line) {
            if (b != ' ' && b != '\r' && b != '\t') {
                return false;
            }
        }
        return true;
    }
}
