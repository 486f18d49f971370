package dev.waybill.app.cli;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/// Values that a command line gives by name: `k=v`. A value is JSON when it reads as JSON, else text.
public final class KeyValues {

    private KeyValues() {}

    /// @param words each `name=value`
    /// @param option what the words belong to, for messages
    public static JsonObject read(List<String> words, String option) {
        return read(words, option, (_, word) -> value(word));
    }

    /// @param reader makes a value of a name and its word
    public static JsonObject read(List<String> words, String option, BiFunction<String, String, JsonValue> reader) {
        Map<String, JsonValue> values = new LinkedHashMap<>();
        for (String word : words) {
            int equals = word.indexOf('=');
            if (equals < 1) {
                throw Failure.usage(
                        option + ": expected name=value, found '" + word + "'", "For example " + option + " amount=42");
            }
            String name = word.substring(0, equals);
            String text = word.substring(equals + 1);
            if (values.put(name, reader.apply(name, text)) != null) {
                throw Failure.usage(option + ": \"" + name + "\" is given twice", null);
            }
        }
        return new JsonObject(values);
    }

    /// One value: JSON when it reads as JSON, else the text itself.
    public static JsonValue value(String text) {
        try {
            return JsonReader.read(text, JsonLimits.DOCUMENT);
        } catch (JsonException _) {
            return new JsonString(text);
        }
    }

    /// Text, written plainly or in the quotes of JSON.
    public static JsonValue text(String text) {
        return value(text) instanceof JsonString quoted ? quoted : new JsonString(text);
    }
}
