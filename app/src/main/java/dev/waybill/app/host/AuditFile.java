package dev.waybill.app.host;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.doors.audit.AuditEntry;
import dev.waybill.doors.audit.AuditTrail;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The audit entries of a host: `audit.jsonl` in its data directory, a line each, which only grows. Every line is one
/// write to the
/// end of the file, so several processes share it.
///
/// @param trouble hears when an entry cannot be written; the request is answered all the same
public record AuditFile(Path file, Consumer<String> trouble) implements AuditTrail {

    @Override
    public void add(AuditEntry entry) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        line.writeBytes(JsonWriter.compactBytes(entry.toJson()));
        line.write('\n');
        try {
            create();
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
                channel.write(ByteBuffer.wrap(line.toByteArray()));
            }
        } catch (IOException e) {
            trouble.accept("an audit entry cannot be written to " + file + ": " + e.getMessage());
        }
    }

    private void create() throws IOException {
        if (Files.exists(file)) {
            return;
        }
        Files.createDirectories(file.toAbsolutePath().getParent());
        boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        var rights = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        var options = EnumSet.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        (posix ? FileChannel.open(file, options, rights) : FileChannel.open(file, options)).close();
    }

    @Override
    public List<JsonObject> newest(int limit, @Nullable String tenant) {
        if (!Files.exists(file)) {
            return List.of();
        }
        Deque<JsonObject> newest = new ArrayDeque<>();
        try (Stream<String> lines = Files.lines(file)) {
            lines.flatMap(line -> entry(line).stream())
                    .filter(entry ->
                            tenant == null || entry.string("tenant").orElse("").equals(tenant))
                    .forEach(entry -> {
                        newest.addFirst(entry);
                        if (newest.size() > limit) {
                            newest.removeLast();
                        }
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.copyOf(newest);
    }

    /// A line that a crash cut off is no entry.
    private static Optional<JsonObject> entry(String line) {
        try {
            return Optional.of(JsonReader.readObject(line.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT));
        } catch (JsonException _) {
            return Optional.empty();
        }
    }
}
