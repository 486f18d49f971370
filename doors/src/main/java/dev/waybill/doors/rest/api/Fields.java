package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.RestRefusal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Members of a request's body, each of the kind that is meant. A null is as good as none.
final class Fields {

    private Fields() {}

    static Optional<String> text(JsonObject body, String name) {
        return switch (member(body, name)) {
            case null -> Optional.empty();
            case JsonString text -> Optional.of(text.value());
            case JsonValue other -> throw wrong(name, "a text", other);
        };
    }

    /// @throws RestRefusal when it is not there
    static String required(JsonObject body, String name) {
        return text(body, name)
                .filter(value -> !value.isEmpty())
                .orElseThrow(() -> RestRefusal.invalid("\"" + name + "\" is missing"));
    }

    static JsonObject object(JsonObject body, String name) {
        return switch (member(body, name)) {
            case null -> JsonObject.EMPTY;
            case JsonObject object -> object;
            case JsonValue other -> throw wrong(name, "an object", other);
        };
    }

    /// @throws RestRefusal when there are more, longer ones, or others than texts
    static List<String> texts(JsonObject body, String name, int most, int longest) {
        JsonValue found = member(body, name);
        if (found == null) {
            return List.of();
        }
        List<String> texts = found.asArray()
                .filter(array -> array.size() <= most)
                .map(array -> array.items().stream()
                        .flatMap(item -> item.asString().filter(text -> text.length() <= longest).stream())
                        .toList())
                .orElse(List.of());
        if (texts.size() != found.asArray().map(JsonArray::size).orElse(-1)) {
            throw wrong(name, "at most %d texts of at most %d characters".formatted(most, longest), found);
        }
        return texts;
    }

    static OptionalLong number(JsonObject body, String name) {
        JsonValue found = member(body, name);
        if (found == null) {
            return OptionalLong.empty();
        }
        if (found instanceof JsonNumber number && number.asInteger().isPresent()) {
            return number.asInteger();
        }
        throw wrong(name, "a whole number", found);
    }

    private static @Nullable JsonValue member(JsonObject body, String name) {
        JsonValue value = body.get(name);
        return value == JsonNull.NULL ? null : value;
    }

    private static RestRefusal wrong(String name, String expected, JsonValue found) {
        return RestRefusal.invalid("\"%s\": expected %s, found %s".formatted(name, expected, found.kind()));
    }
}
