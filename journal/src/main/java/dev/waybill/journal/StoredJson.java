package dev.waybill.journal;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.ReadableJson;

/// JSON that is kept for ever. What could not be read back is not written: a number, a text or a depth that only its
/// writer understands would make the whole run unreadable. Integers may be of any size, because every reader of ours
/// keeps their digits.
final class StoredJson {

    /// Wider than every door, because a fact wraps the values that it carries.
    private static final JsonLimits LIMITS = new JsonLimits(256, 10_000_000, 10_000_000, 1 << 28, 100_000_000);

    private StoredJson() {}

    /// @throws IllegalArgumentException when the value could not be read back
    static byte[] write(JsonObject value) {
        try {
            return ReadableJson.bytesOfAnyIntegers(value, LIMITS);
        } catch (JsonException e) {
            throw new IllegalArgumentException(
                    "%s; store what is large or strange elsewhere and name it".formatted(e.getMessage()), e);
        }
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
}
