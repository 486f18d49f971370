package dev.waybill.base.json;

import dev.waybill.base.json.JsonException.Problem;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// Writes compact JSON that will be read back as it is, or refuses to.
///
/// Brackets, commas and quotes are put where they belong, so that a reader can only stumble over the values:
/// how deep they lie, how many there are, how a number is spelled, which characters a text has. All of that
/// passes by while it is written, so looking at it takes next to nothing, and nobody has to read the bytes.
public final class ReadableJson {

    private final JsonOutput out;
    private final JsonLimits limits;
    private final boolean anyIntegers;
    private int values;

    private ReadableJson(JsonOutput out, JsonLimits limits, boolean anyIntegers) {
        this.out = out;
        this.limits = limits;
        this.anyIntegers = anyIntegers;
    }

    /// For readers of I-JSON.
    ///
    /// @throws JsonException when [JsonReader#read] would refuse it, for the same reason
    public static byte[] bytes(JsonValue value, JsonLimits limits) {
        var out = new JsonOutput();
        write(value, limits, out);
        return out.toBytes();
    }

    /// The same, inside a document that its writer knows by heart. What is refused may be written halfway.
    ///
    /// @throws JsonException when [JsonReader#read] would refuse it, for the same reason
    public static void write(JsonValue value, JsonLimits limits, JsonOutput into) {
        new ReadableJson(into, limits, false).value(value, limits.depth());
    }

    /// For readers that keep all digits of an integer; a number that is none has to be one that a double can hold.
    ///
    /// @throws JsonException when [JsonReader#readAnyNumbers] would refuse it, or give another value
    public static byte[] bytesOfAnyIntegers(JsonValue value, JsonLimits limits) {
        var out = new JsonOutput();
        new ReadableJson(out, limits, true).value(value, limits.depth());
        return out.toBytes();
    }

    private void value(JsonValue value, int left) {
        if (++values > limits.values()) {
            throw limit("more than " + limits.values() + " values");
        }
        // No pattern switch: it bootstraps at run time, which every start that signs would pay.
        if (value instanceof JsonString(var text)) {
            text(text);
        } else if (value instanceof JsonNumber number) {
            number(number);
        } else if (value instanceof JsonObject object) {
            object(object, left);
        } else if (value instanceof JsonArray array) {
            array(array, left);
        } else {
            out.ascii(value instanceof JsonBool bool ? bool.value() ? "true" : "false" : "null");
        }
    }

    private void object(JsonObject object, int left) {
        enter(left);
        if (object.size() > limits.members()) {
            throw limit("more than " + limits.members() + " members in one object");
        }
        out.put('{');
        object.members().forEach((name, value) -> member(name, value, left - 1));
        out.put('}');
    }

    private void member(String name, JsonValue value, int left) {
        if (out.last() != '{') {
            out.put(',');
        }
        text(name);
        out.put(':');
        value(value, left);
    }

    private void array(JsonArray array, int left) {
        enter(left);
        if (array.size() > limits.items()) {
            throw limit("more than " + limits.items() + " items in one array");
        }
        out.put('[');
        for (int i = 0; i < array.size(); i++) {
            if (i > 0) {
                out.put(',');
            }
            value(array.get(i), left - 1);
        }
        out.put(']');
    }

    private void enter(int left) {
        if (left == 0) {
            throw limit("nested deeper than " + limits.depth());
        }
    }

    private void number(JsonNumber number) {
        if (!number.isShortNatural()) {
            requireReadable(number);
        }
        out.ascii(number.lexeme());
    }

    private void requireReadable(JsonNumber number) {
        byte[] spelled = number.lexeme().getBytes(StandardCharsets.UTF_8);
        JsonValue read = anyIntegers ? JsonReader.readAnyNumbers(spelled, limits) : JsonReader.read(spelled, limits);
        if (!read.equals(number)) {
            throw new JsonException(Problem.SYNTAX, "expected a number as JSON spells it, found " + number.lexeme());
        }
        if (!number.isFinite()) {
            throw new JsonException(
                    Problem.NUMBER_OUT_OF_RANGE, "expected a number that a double can hold, found " + number.lexeme());
        }
    }

    private void text(String text) {
        if (text.length() > limits.stringLength()) {
            throw limit("text longer than " + limits.stringLength());
        }
        if (!out.plainString(text)) {
            requireReadable(text);
            out.string(text);
        }
    }

    private static void requireReadable(String text) {
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int codePoint = text.codePointAt(i);
            if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
                throw new JsonException(Problem.INVALID_STRING, "a text holds a lone surrogate");
            }
            if ((codePoint & 0xFFFE) == 0xFFFE || (codePoint >= 0xFDD0 && codePoint <= 0xFDEF)) {
                throw new JsonException(
                        Problem.INVALID_STRING,
                        "noncharacter U+" + Integer.toHexString(codePoint).toUpperCase(Locale.ROOT));
            }
        }
    }

    private static JsonException limit(String message) {
        return new JsonException(Problem.LIMIT_EXCEEDED, message);
    }
}
