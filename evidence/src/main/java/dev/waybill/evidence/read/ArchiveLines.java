package dev.waybill.evidence.read;

import dev.waybill.receipt.bundle.ArchiveRefused;
import dev.waybill.receipt.bundle.EntryStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The lines of a file inside an archive, in bounded memory. Blank ones are passed over.
public final class ArchiveLines implements Closeable {

    /// @param number from 1
    @SuppressWarnings("ArrayRecordComponent")
    public record Line(long number, byte[] raw) {}

    private static final int LONGEST = 64 << 20;
    private static final int BUFFER = 1 << 16;

    private final EntryStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int at;
    private int end;
    private long number;

    public ArchiveLines(EntryStream in) {
        this.in = in;
    }

    /// The next line, or null at the end.
    ///
    /// @throws ArchiveRefused when the archive is damaged
    /// @throws IOException also when a line is longer than any record
    public @Nullable Line next() throws IOException {
        while (fill()) {
            byte[] line = line();
            number++;
            if (line.length > 0) {
                return new Line(number, line);
            }
        }
        return null;
    }

    private byte[] line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        boolean ended = false;
        while (!ended && fill()) {
            int from = at;
            while (at < end && buffer[at] != '\n') {
                at++;
            }
            line.write(buffer, from, at - from);
            ended = at < end;
            at += ended ? 1 : 0;
            if (line.size() > LONGEST) {
                throw new IOException("line " + (number + 1) + " is longer than " + LONGEST + " bytes");
            }
        }
        byte[] bytes = line.toByteArray();
        int length = bytes.length;
        while (length > 0 && (bytes[length - 1] == '\r' || bytes[length - 1] == ' ' || bytes[length - 1] == '\t')) {
            length--;
        }
        return Arrays.copyOf(bytes, length);
    }

    private boolean fill() throws IOException {
        if (at == end) {
            at = 0;
            end = Math.max(0, in.read(buffer, 0, BUFFER));
        }
        return at < end;
    }

    /// After the last line: how the file differs from what the archive says of it.
    public Optional<String> damage() {
        return Optional.ofNullable(in.damage());
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
