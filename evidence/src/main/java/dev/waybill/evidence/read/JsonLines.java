package dev.waybill.evidence.read;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.evidence.UnreadableRecord;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A file of one JSON object a line. Lines are understood several at once, on all cores, and handed on in their order;
/// what is in memory at one time does not grow with the file.
public final class JsonLines {

    /// What a line gave, or why it gave nothing.
    public sealed interface Read<T> {
        record Good<T>(T value) implements Read<T> {}

        record Bad<T>(long number, String why) implements Read<T> {}
    }

    private static final int CHUNK = 1 << 17;

    /// Nobody writes a longer record; a file without line ends is no such file.
    private static final int LONGEST_LINE = 64 << 20;

    private JsonLines() {}

    /// @param understand what to make of a line, on any thread; it may throw [UnreadableRecord]
    /// @param next takes the results, one after the other
    public static <T> void read(Path file, Function<JsonLine, T> understand, Consumer<Read<T>> next)
            throws IOException {
        int cores = Runtime.getRuntime().availableProcessors();
        try (InputStream in = Files.newInputStream(file);
                ExecutorService workers = Executors.newFixedThreadPool(cores)) {
            ArrayDeque<Future<List<Read<T>>>> ahead = new ArrayDeque<>();
            Chunks chunks = new Chunks(in);
            for (Chunk chunk = chunks.next(); chunk != null; chunk = chunks.next()) {
                Chunk current = chunk;
                ahead.add(workers.submit(() -> understood(current, understand)));
                if (ahead.size() > 2 * cores) {
                    settle(ahead.remove()).forEach(next);
                }
            }
            while (!ahead.isEmpty()) {
                settle(ahead.remove()).forEach(next);
            }
        }
    }

    private static <T> List<Read<T>> settle(Future<List<Read<T>>> chunk) throws IOException {
        try {
            return chunk.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("reading was interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private static <T> List<Read<T>> understood(Chunk chunk, Function<JsonLine, T> understand) {
        List<Read<T>> results = new ArrayList<>();
        long number = chunk.firstLine();
        int start = 0;
        while (start < chunk.length()) {
            int end = chunk.endOfLine(start);
            byte[] raw = chunk.line(start, end);
            if (raw.length > 0) {
                results.add(understood(number, chunk.offset() + start, raw, understand));
            }
            start = end + 1;
            number++;
        }
        return results;
    }

    private static <T> Read<T> understood(long number, long offset, byte[] raw, Function<JsonLine, T> understand) {
        try {
            if (JsonReader.readAnyNumbers(raw, JsonLimits.DOCUMENT) instanceof JsonObject json) {
                return new Read.Good<>(understand.apply(new JsonLine(number, offset, raw, json)));
            }
            return new Read.Bad<>(number, "expected a JSON object");
        } catch (JsonException | UnreadableRecord e) {
            return new Read.Bad<>(number, String.valueOf(e.getMessage()));
        }
    }

    /// Whole lines of a file, together about as large as a chunk.
    @SuppressWarnings("ArrayRecordComponent")
    private record Chunk(byte[] bytes, int length, long offset, long firstLine) {

        int endOfLine(int start) {
            int end = start;
            while (end < length && bytes[end] != '\n') {
                end++;
            }
            return end;
        }

        byte[] line(int start, int end) {
            int from = start;
            int to = end;
            while (from < to && isSpace(bytes[to - 1])) {
                to--;
            }
            return Arrays.copyOfRange(bytes, from, to);
        }

        private static boolean isSpace(byte c) {
            return c == ' ' || c == '\t' || c == '\r';
        }

        long lines() {
            long count = 0;
            for (int i = 0; i < length; i++) {
                if (bytes[i] == '\n') {
                    count++;
                }
            }
            return count;
        }
    }

    /// Cuts a stream at line ends.
    private static final class Chunks {

        private final InputStream in;
        private byte[] rest = new byte[0];
        private long offset;
        private long line = 1;

        Chunks(InputStream in) {
            this.in = in;
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
                bytes = Arrays.copyOf(bytes, length + CHUNK);
                int read = in.readNBytes(bytes, length, CHUNK);
                ended = read < CHUNK;
                cut = lastLineEnd(bytes, length, length + read);
                length += read;
            }
            int whole = ended ? length : cut;
            if (whole == 0) {
                return null;
            }
            rest = Arrays.copyOfRange(bytes, whole, length);
            Chunk chunk = new Chunk(bytes, whole, offset, line);
            offset += whole;
            line += chunk.lines();
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
