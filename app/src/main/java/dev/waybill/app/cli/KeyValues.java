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
import java.util.function.Predicate;

/// Values that a command line gives by name: `k=v`. A value is JSON when it reads as JSON, else text.
public final class KeyValues {

    private KeyValues() {}

    /// @param words each `name=value`
    /// @param option what the words belong to, for messages
    public static JsonObject read(List<String> words, String option) {
        return read(words, option, _ -> false);
    }

    /// @param isText whether the value of a name is text whatever it looks like
    public static JsonObject read(List<String> words, String option, Predicate<String> isText) {
        Map<String, JsonValue> values = new LinkedHashMap<>();
        for (String word : words) {
            int equals = word.indexOf('=');
            if (equals < 1) {
                throw Failure.usage(
                        option + ": expected name=value, found '" + word + "'", "For example " + option + " amount=42");
            }
            String name = word.substring(0, equals);
            String text = word.substring(equals + 1);
            if (values.put(name, isText.test(name) ? text(text) : value(text)) != null) {
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
    private static JsonValue text(String text) {
        return value(text) instanceof JsonString quoted ? quoted : new JsonString(text);
    }
}
