package dev.waybill.journal;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNumber;
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
        check(value, LIMITS.depth());
        byte[] bytes = JsonWriter.compactBytes(value);
        read(bytes);
        return bytes;
    }

    /// @throws IllegalArgumentException when the bytes are no object of strict JSON
    static JsonObject read(byte[] bytes) {
        try {
            if (JsonReader.readAnyNumbers(bytes, LIMITS) instanceof JsonObject object) {
                return object;
            }
            throw new IllegalArgumentException("expected an object");
        } catch (JsonException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /// Before writing, because the writer follows the value down and a thread's stack ends somewhere. Integers may be
    /// of any size, because every reader of ours keeps their digits.
    private static void check(JsonValue value, int left) {
        switch (value) {
            case JsonObject object -> object.members().values().forEach(member -> check(member, below(left)));
            case JsonArray array -> array.forEach(item -> check(item, below(left)));
            case JsonNumber number
            when !number.isFinite() ->
                throw new IllegalArgumentException(
                        "expected a number that a double can hold, found %s".formatted(number.lexeme()));
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
