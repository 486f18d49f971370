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
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// Lines of which each holds one JSON object. They are understood many at once, see [Lines].
public final class JsonLines {

    /// What a line gave, or why it gave nothing.
    public sealed interface Read<T> {
        record Good<T>(T value) implements Read<T> {}

        record Bad<T>(long number, String why) implements Read<T> {}
    }

    private JsonLines() {}

    /// @param understand what to make of a line, on any thread; it may throw [UnreadableRecord]
    /// @param next takes the results, one after the other
    public static <T> void read(Path file, Function<JsonLine, T> understand, Consumer<Read<T>> next)
            throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            read(in, understand, next);
        }
    }

    public static <T> void read(InputStream in, Function<JsonLine, T> understand, Consumer<Read<T>> next)
            throws IOException {
        Lines.read(in, Bookmark.START, line -> understood(line, understand), next);
    }

    /// Reads a file from its bookmark on.
    ///
    /// @return where the next bookmark goes; nothing, when the last line is not finished
    public static <T> Optional<Bookmark> readOn(
            SourceFile file, Function<JsonLine, T> understand, Consumer<Read<T>> next) throws IOException {
        try (InputStream in = Files.newInputStream(file.path())) {
            in.skipNBytes(file.start().offset());
            return Lines.read(in, file.start(), line -> understood(line, understand), next);
        }
    }

    private static <T> Read<T> understood(Lines.Line line, Function<JsonLine, T> understand) {
        try {
            if (JsonReader.readAnyNumbers(line.raw(), JsonLimits.DOCUMENT) instanceof JsonObject json) {
                return new Read.Good<>(understand.apply(new JsonLine(line.number(), line.offset(), line.raw(), json)));
            }
            return new Read.Bad<>(line.number(), "expected a JSON object");
        } catch (JsonException | UnreadableRecord e) {
            return new Read.Bad<>(line.number(), String.valueOf(e.getMessage()));
        }
    }
}
