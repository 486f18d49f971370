package dev.waybill.journal.event;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Reads the members of a payload and says which one is wrong.
///
/// @param nodeId the node that the event's envelope names
record Payload(String type, @Nullable String nodeId, JsonObject members) {

    static Payload of(String type, @Nullable String nodeId, JsonValue value) {
        return new Payload(
                type,
                nodeId,
                value.asObject().orElseThrow(() -> new MalformedEvent(type, "", "an object", value.kind())));
    }

    /// The node that the envelope names, for payloads that are closed.
    String node() {
        if (nodeId == null) {
            throw new MalformedEvent(type, "nodeId", "a node beside the payload", "nothing");
        }
        return nodeId;
    }

    String text(String name) {
        String text = optionalText(name);
        if (text == null) {
            throw new MalformedEvent(type, name, "a string", "nothing");
        }
        return text;
    }

    @Nullable
    String optionalText(String name) {
        return switch (members.get(name)) {
            case null -> null;
            case JsonString(var text) -> text;
            case JsonValue other -> throw new MalformedEvent(type, name, "a string", other.kind());
        };
    }

    long integer(String name) {
        Long value = optionalInteger(name);
        if (value == null) {
            throw new MalformedEvent(type, name, "an integer", "nothing");
        }
        return value;
    }

    /// An integer that counts: it has to fit what counts it.
    int count(String name) {
        long value = integer(name);
        if (value != (int) value) {
            throw new MalformedEvent(type, name, "a count", Long.toString(value));
        }
        return (int) value;
    }

    @Nullable
    Long optionalInteger(String name) {
        JsonValue value = members.get(name);
        if (value == null) {
            return null;
        }
        OptionalLong integer = value instanceof JsonNumber number ? number.asInteger() : OptionalLong.empty();
        return integer.orElseThrow(() -> new MalformedEvent(type, name, "an integer", value.kind()));
    }

    /// A number as it was written, with or without a fraction.
    JsonNumber number(String name) {
        JsonNumber number = optionalNumber(name);
        if (number == null) {
            throw new MalformedEvent(type, name, "a number", "nothing");
        }
        return number;
    }

    @Nullable
    JsonNumber optionalNumber(String name) {
        return switch (members.get(name)) {
            case null -> null;
            case JsonNumber number -> number;
            case JsonValue other -> throw new MalformedEvent(type, name, "a number", other.kind());
        };
    }

    /// Absent reads as false.
    boolean flag(String name) {
        return switch (members.get(name)) {
            case null -> false;
            case JsonBool bool -> bool.value();
            case JsonValue other -> throw new MalformedEvent(type, name, "true or false", other.kind());
        };
    }

    /// Absent reads as an empty object.
    JsonObject object(String name) {
        return switch (members.get(name)) {
            case null -> JsonObject.EMPTY;
            case JsonObject object -> object;
            case JsonValue other -> throw new MalformedEvent(type, name, "an object", other.kind());
        };
    }

    @Nullable
    JsonObject optionalObject(String name) {
        return members.has(name) ? object(name) : null;
    }

    /// Absent reads as null, as JSON means it.
    JsonValue value(String name) {
        JsonValue value = members.get(name);
        return value == null ? JsonNull.NULL : value;
    }

    @Nullable
    JsonValue optionalValue(String name) {
        return members.get(name);
    }

    RunError error(String name) {
        return RunError.in(new Payload(type, nodeId, object(name)));
    }

    @Nullable
    RunError optionalError(String name) {
        return members.has(name) ? error(name) : null;
    }

    List<String> texts(String name) {
        return items(name).stream()
                .map(item -> item.asString()
                        .orElseThrow(() -> new MalformedEvent(type, name, "an array of strings", item.kind())))
                .toList();
    }

    @Nullable
    List<String> optionalTexts(String name) {
        return members.has(name) ? texts(name) : null;
    }

    private List<JsonValue> items(String name) {
        return switch (members.get(name)) {
            case null -> List.of();
            case JsonArray(var items) -> items;
            case JsonValue other -> throw new MalformedEvent(type, name, "an array", other.kind());
        };
    }

    <T> T word(String name, Function<String, T> parse) {
        String text = text(name);
        try {
            return parse.apply(text);
        } catch (IllegalArgumentException e) {
            throw new MalformedEvent(type, name, "a known word", "\"" + text + "\"");
        }
    }
}
