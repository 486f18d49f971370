package dev.waybill.journal;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;

/// JSON that is kept for ever. It is read back before anybody stores it: a number, a text or a depth that only its
/// writer understands would make the whole run unreadable.
final class StoredJson {

    /// Wider than every door, because a fact wraps the values that it carries.
    private static final JsonLimits LIMITS = new JsonLimits(256, 10_000_000, 10_000_000, 1 << 28, 100_000_000);

    private StoredJson() {}

    /// @throws IllegalArgumentException when the value could not be read back
    static byte[] write(JsonObject value) {
        checkDepth(value, LIMITS.depth());
        byte[] bytes = JsonWriter.compactBytes(value);
        read(bytes);
        return bytes;
    }

    /// @throws IllegalArgumentException when the bytes are no object of strict JSON
    static JsonObject read(byte[] bytes) {
        try {
            return JsonReader.readObject(bytes, LIMITS);
        } catch (JsonException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /// Before writing, because the writer follows the value down and a thread's stack ends somewhere.
    private static void checkDepth(JsonValue value, int left) {
        switch (value) {
            case JsonObject object -> object.members().values().forEach(member -> checkDepth(member, below(left)));
            case JsonArray array -> array.forEach(item -> checkDepth(item, below(left)));
            default -> {}
        }
    }

    private static int below(int left) {
        if (left == 0) {
            throw new IllegalArgumentException(
                    "expected at most %d nested values; store the large part elsewhere and name it"
                            .formatted(LIMITS.depth()));
        }
        return left - 1;
    }
}
