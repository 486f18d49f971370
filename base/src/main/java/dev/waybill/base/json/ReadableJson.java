package dev.waybill.base.json;

import dev.waybill.base.json.JsonException.Problem;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// Tells before writing whether a value would be read back as it is.
///
/// The writer puts brackets, commas and quotes where they belong, so that a reader can only stumble over the values:
/// how
/// deep they lie, how many there are, how a number is spelled, which characters a text has. Looking at these takes a
/// fraction of the time that reading the bytes takes.
public final class ReadableJson {

    private final JsonLimits limits;
    private final boolean anyIntegers;
    private int values;

    private ReadableJson(JsonLimits limits, boolean anyIntegers) {
        this.limits = limits;
        this.anyIntegers = anyIntegers;
    }

    /// For readers of I-JSON.
    ///
    /// @throws JsonException when [JsonReader#read] would refuse it, for the same reason
    public static void require(JsonValue value, JsonLimits limits) {
        new ReadableJson(limits, false).value(value, limits.depth());
    }

    /// For readers that keep all digits of an integer; a number that is none has to be one that a double can hold.
    ///
    /// @throws JsonException when [JsonReader#readAnyNumbers] would refuse it, or give another value
    public static void requireAnyIntegers(JsonValue value, JsonLimits limits) {
        new ReadableJson(limits, true).value(value, limits.depth());
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
        }
    }

    private void object(JsonObject object, int left) {
        enter(left);
        if (object.size() > limits.members()) {
            throw limit("more than " + limits.members() + " members in one object");
        }
        for (var member : object.members().entrySet()) {
            text(member.getKey());
            value(member.getValue(), left - 1);
        }
    }

    private void array(JsonArray array, int left) {
        enter(left);
        if (array.size() > limits.items()) {
            throw limit("more than " + limits.items() + " items in one array");
        }
        for (JsonValue item : array) {
            value(item, left - 1);
        }
    }

    private void enter(int left) {
        if (left == 0) {
            throw limit("nested deeper than " + limits.depth());
        }
    }

    private void number(JsonNumber number) {
        if (number.isShortNatural()) {
            return;
        }
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
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                characters(text, i);
                return;
            }
        }
    }

    private static void characters(String text, int from) {
        for (int i = from; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
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
