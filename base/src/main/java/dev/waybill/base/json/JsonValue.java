package dev.waybill.base.json;

import java.util.Optional;

/// A JSON value, immutable and lossless: what was read is what is written.
public sealed interface JsonValue permits JsonObject, JsonArray, JsonString, JsonNumber, JsonBool, JsonNull {

    /// The kind in the words of RFC 8259, for messages: "object", "array", "string", …
    String kind();

    /// The text of a string; empty for every other kind.
    default Optional<String> asString() {
        return this instanceof JsonString(var text) ? Optional.of(text) : Optional.empty();
    }

    /// The object itself; empty for every other kind.
    default Optional<JsonObject> asObject() {
        return this instanceof JsonObject object ? Optional.of(object) : Optional.empty();
    }

    /// The array itself; empty for every other kind.
    default Optional<JsonArray> asArray() {
        return this instanceof JsonArray array ? Optional.of(array) : Optional.empty();
    }
}
