package dev.waybill.evidence.read;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.Place;
import dev.waybill.evidence.RecordFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// A whole file that is one JSON object, and small enough to be held.
///
/// @param raw the file's bytes, without the spaces after the object
@SuppressWarnings("ArrayRecordComponent")
public record JsonFile(byte[] raw, JsonObject json) {

    /// Nobody writes a single record, key or manifest that is longer.
    public static final int LARGEST = 64 << 20;

    /// The file's object; a finding and nothing, when it holds none.
    public static Optional<JsonFile> read(Path path, Place place, RecordSink sink) throws IOException {
        return of(bytes(path), place, sink);
    }

    /// The object that these bytes are.
    public static Optional<JsonFile> of(byte[] bytes, Place place, RecordSink sink) {
        try {
            if (JsonReader.readAnyNumbers(bytes, JsonLimits.DOCUMENT) instanceof JsonObject json) {
                return Optional.of(new JsonFile(Arrays.copyOf(bytes, end(bytes)), json));
            }
            sink.finding(new Finding(FindingCode.UNREADABLE_FILE, place, "expected a JSON object"));
        } catch (JsonException e) {
            sink.finding(new Finding(FindingCode.UNREADABLE_FILE, place, String.valueOf(e.getMessage())));
        }
        return Optional.empty();
    }

    /// All bytes of a file that must not be larger than what one record may be.
    public static byte[] bytes(Path path) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = in.readNBytes(LARGEST + 1);
            if (bytes.length > LARGEST) {
                throw new IOException("expected at most " + LARGEST + " bytes, found more");
            }
            return bytes;
        }
    }

    /// Gives the file as the one record that it is.
    public void give(RecordFormat format, Place place, Integrity integrity, RecordSink sink) {
        Understood.give(format, json, raw, 0, place, integrity, sink);
    }

    private static int end(byte[] bytes) {
        int end = bytes.length;
        while (end > 0 && Character.isWhitespace(bytes[end - 1])) {
            end--;
        }
        return end;
    }
}
