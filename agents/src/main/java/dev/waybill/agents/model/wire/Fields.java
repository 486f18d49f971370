package dev.waybill.agents.model.wire;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What all wires do with JSON.
final class Fields {

    private static final String TOOLS = "tools";

    private Fields() {}

    /// The number of a member; 0 when there is none.
    static long count(JsonObject object, String name) {
        return object.get(name) instanceof JsonNumber number
                ? number.asInteger().orElse(0)
                : 0;
    }

    static List<JsonObject> objects(JsonObject in, String name) {
        List<JsonObject> objects = new ArrayList<>();
        in.array(name).orElse(JsonArray.EMPTY).forEach(item -> item.asObject().ifPresent(objects::add));
        return objects;
    }

    /// The first object of an array, whose members are all that most providers ever send.
    static JsonObject first(JsonObject in, String name) {
        List<JsonObject> objects = objects(in, name);
        return objects.isEmpty() ? JsonObject.EMPTY : objects.getFirst();
    }

    /// An object with another laid over it: its members win, objects in both are merged.
    static JsonObject merged(JsonObject below, JsonObject above) {
        Map<String, JsonValue> members = new LinkedHashMap<>(below.members());
        above.members()
                .forEach((name, value) -> members.merge(
                        name,
                        value,
                        (old, other) -> old instanceof JsonObject from && other instanceof JsonObject to
                                ? merged(from, to)
                                : other));
        return new JsonObject(members);
    }

    /// A request with the options of whoever asks, which win. A provider's own tools, such as its search, stand beside
    /// those that we offer.
    static JsonObject withOptions(JsonObject body, JsonObject options) {
        if (body.get(TOOLS) instanceof JsonArray ours && options.get(TOOLS) instanceof JsonArray theirs) {
            List<JsonValue> all = new ArrayList<>(ours.items());
            all.addAll(theirs.items());
            return merged(body, options).with(TOOLS, new JsonArray(all));
        }
        return merged(body, options);
    }

    static JsonObject withoutNulls(JsonObject object) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        object.members().forEach((name, value) -> {
            if (value != JsonNull.NULL) {
                members.put(name, value);
            }
        });
        return new JsonObject(members);
    }

    static JsonArray array(List<? extends JsonValue> items) {
        return new JsonArray(List.copyOf(items));
    }

    static JsonArray texts(List<String> texts) {
        return JsonArray.ofStrings(texts);
    }

    static @Nullable JsonNumber number(@Nullable Long value) {
        return value == null ? null : JsonNumber.of(value);
    }

    /// The arguments of a tool, as models write them: an object, or a text that holds one.
    ///
    /// @throws Unreadable when they are neither
    static JsonObject arguments(@Nullable JsonValue written) {
        return switch (written) {
            case null -> JsonObject.EMPTY;
            case JsonNull _ -> JsonObject.EMPTY;
            case JsonObject object -> object;
            case JsonString(var text) when text.isBlank() -> JsonObject.EMPTY;
            case JsonString(var text) -> parsed(text);
            default -> throw new Unreadable("the model gave a tool something other than an object");
        };
    }

    private static JsonObject parsed(String text) {
        try {
            return arguments(JsonReader.read(text, JsonLimits.DOCUMENT));
        } catch (JsonException e) {
            throw new Unreadable("the model gave a tool arguments that are no JSON");
        }
    }

    /// An object, where a text holds one.
    static @Nullable JsonObject object(String text) {
        try {
            return JsonReader.read(text, JsonLimits.DOCUMENT) instanceof JsonObject object ? object : null;
        } catch (JsonException _) {
            return null;
        }
    }
}
