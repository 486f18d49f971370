package dev.waybill.engine.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// Reads what we stored ourselves. Anything unexpected means that the store is damaged.
final class StateJson {

    private StateJson() {}

    static String text(JsonObject json, String name) {
        return json.string(name).orElseThrow(() -> wrong("a string", name, json));
    }

    static int whole(JsonObject json, String name) {
        if (json.get(name) instanceof JsonNumber number) {
            OptionalLong value = number.asInteger();
            if (value.isPresent() && value.getAsLong() == (int) value.getAsLong()) {
                return (int) value.getAsLong();
            }
        }
        throw wrong("a whole number", name, json);
    }

    /// An absent list is empty.
    static List<String> texts(JsonObject json, String name) {
        List<String> texts = new ArrayList<>();
        for (JsonValue item : items(json, name)) {
            if (!(item instanceof JsonString string)) {
                throw wrong("strings", name, json);
            }
            texts.add(string.value());
        }
        return texts;
    }

    static List<LoopFrame> frames(JsonObject json) {
        List<LoopFrame> frames = new ArrayList<>();
        for (JsonValue item : items(json, "loops")) {
            frames.add(LoopFrame.read(item.asObject().orElseThrow(() -> wrong("objects", "loops", json))));
        }
        return frames;
    }

    static JsonObject object(JsonObject json, String name) {
        return json.has(name) ? json.object(name).orElseThrow(() -> wrong("an object", name, json)) : JsonObject.EMPTY;
    }

    static JsonArray frames(List<LoopFrame> frames) {
        List<JsonValue> items = new ArrayList<>();
        frames.forEach(frame -> items.add(frame.toJson()));
        return new JsonArray(items);
    }

    private static JsonArray items(JsonObject json, String name) {
        return json.has(name) ? json.array(name).orElseThrow(() -> wrong("an array", name, json)) : JsonArray.EMPTY;
    }

    private static IllegalArgumentException wrong(String expected, String name, JsonObject json) {
        return new IllegalArgumentException(
                "expected %s in \"%s\", found %s".formatted(expected, name, Brief.found(json.get(name))));
    }
}
