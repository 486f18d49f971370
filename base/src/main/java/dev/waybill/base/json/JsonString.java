package dev.waybill.base.json;

import java.util.Objects;

/// A JSON string, already unescaped.
public record JsonString(String value) implements JsonValue {

    public JsonString {
        Objects.requireNonNull(value);
    }

    @Override
    public String kind() {
        return "string";
    }

    @Override
    public String toString() {
        return JsonWriter.compact(this);
    }
}
