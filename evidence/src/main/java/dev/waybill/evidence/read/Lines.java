package dev.waybill.evidence.read;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The lines of a file, or of a file inside an archive. Many are worked on at once, on all cores, and the results
/// handed on in their order; what is in memory at one time does not grow with the file. Blank lines are passed
/// over.
public final class Lines {

    /// @param number from 1
    /// @param offset where it begins
    /// @param raw its bytes, without the line's end and spaces before that
    @SuppressWarnings("ArrayRecordComponent")
    public record Line(long number, long offset, byte[] raw) {}

    private static final int CHUNK = 1 << 17;
    private static final int MOST_AT_ONCE = 8 << 20;

    /// Nobody writes a longer record; a file without line ends is no such file.
    private static final int LONGEST_LINE = 64 << 20;

    private Lines() {}

    /// @param start where the stream begins in its file
    /// @param work what to make of a line, on any thread
    /// @param next takes the results, one after the other
    /// @return where the lines end; nothing, when the last one is not finished
    public static <T> Optional<Bookmark> read(InputStream in, Bookmark start, Function<Line, T> work, Consumer<T> next)
            throws IOException {
        Chunks chunks = new Chunks(in, start);
        try (InOrder<Chunk, List<T>> inOrder =
                new InOrder<>(chunk -> chunk.each(work), results -> results.forEach(next))) {
            for (Chunk chunk = chunks.next(); chunk != null; chunk = chunks.next()) {
                inOrder.add(chunk);
            }
        }
        return chunks.end();
    }

    /// Whole lines of a file, together about as large as a chunk.
    @SuppressWarnings("ArrayRecordComponent")
    private record Chunk(byte[] bytes, int length, long offset, long firstLine) {

        <T> List<T> each(Function<Line, T> work) {
            List<T> results = new ArrayList<>();
            long number = firstLine;
            int start = 0;
            while (start < length) {
                int end = LineEnds.next(bytes, start, length);
                int last = end;
                while (last > start && isSpace(bytes[last - 1])) {
                    last--;
                }
                if (last > start) {
                    results.add(work.apply(new Line(number, offset + start, Arrays.copyOfRange(bytes, start, last))));
                }
                start = end + 1;
                number++;
            }
            return results;
        }

        private static boolean isSpace(byte c) {
            return c == ' ' || c == '\t' || c == '\r';
        }
    }

    /// Cuts a stream at line ends.
    private static final class Chunks {

        private final InputStream in;
        private byte[] rest = new byte[0];
        private long offset;
        private long line;
        private boolean whole = true;

        Chunks(InputStream in, Bookmark start) {
            this.in = in;
            offset = start.offset();
            line = start.line();
        }

        Optional<Bookmark> end() {
            return whole ? Optional.of(new Bookmark(offset, line, "")) : Optional.empty();
        }

        @Nullable
        Chunk next() throws IOException {
            byte[] bytes = rest;
            int length = bytes.length;
            int cut = 0;
            boolean ended = false;
            while (cut == 0 && !ended) {
                if (length > LONGEST_LINE) {
                    throw new IOException("line " + line + " is longer than " + LONGEST_LINE + " bytes");
                }
                bytes = Arrays.copyOf(bytes, length + Math.clamp(length, CHUNK, MOST_AT_ONCE));
                int read = in.readNBytes(bytes, length, bytes.length - length);
                ended = length + read < bytes.length;
                cut = lastLineEnd(bytes, length, length + read);
                length += read;
            }
            int end = ended ? length : cut;
            if (end == 0) {
                return null;
            }
            rest = Arrays.copyOfRange(bytes, end, length);
            Chunk chunk = new Chunk(bytes, end, offset, line);
            offset += end;
            line += LineEnds.count(bytes, end);
            whole = bytes[end - 1] == '\n';
            return chunk;
        }

        private static int lastLineEnd(byte[] bytes, int from, int to) {
            for (int i = to - 1; i >= from; i--) {
                if (bytes[i] == '\n') {
                    return i + 1;
                }
            }
            return 0;
        }
    }
}
