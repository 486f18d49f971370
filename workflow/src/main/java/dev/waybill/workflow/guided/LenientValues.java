package dev.waybill.workflow.guided;

import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// How values of a context are compared and shown as text, where an agent may have sent `"3"` for 3.
final class LenientValues {

    private static final List<String> TRUE = List.of("true", "1", "yes");
    private static final List<String> FALSE = List.of("false", "0", "no");

    /// Possessive, so that a long text of digits costs no more than its length.
    private static final Pattern NUMBER = Pattern.compile("[+-]?+(\\d++(\\.\\d*+)?+|\\.\\d++)([eE][+-]?+\\d++)?+");

    private static final int MOST_DIGITS = 400;

    private LenientValues() {}

    /// Absent and null are the same; texts without case and outer blanks; `"3"` and 3; `"yes"` and true. Lists and
    /// objects equal nothing, not even themselves.
    static boolean equal(@Nullable JsonValue left, @Nullable JsonValue right) {
        if (left == null || right == null || left == JsonNull.NULL || right == JsonNull.NULL) {
            return isNothing(left) && isNothing(right);
        }
        return switch (left) {
            case JsonString(var text) -> equalsText(text, right);
            case JsonNumber number ->
                right instanceof JsonString(var text) ? isNumber(text, number) : sameNumber(number, right);
            case JsonBool bool -> right instanceof JsonString(var text) ? isWord(text, bool) : bool == right;
            case JsonNull _, JsonObject _, JsonArray _ -> false;
        };
    }

    private static boolean equalsText(String text, JsonValue right) {
        return switch (right) {
            case JsonString(var other) -> folded(text).equals(folded(other));
            case JsonNumber number -> isNumber(text, number);
            case JsonBool bool -> isWord(text, bool);
            case JsonNull _, JsonObject _, JsonArray _ -> false;
        };
    }

    private static boolean isNothing(@Nullable JsonValue value) {
        return value == null || value == JsonNull.NULL;
    }

    private static boolean sameNumber(JsonNumber left, JsonValue right) {
        return right instanceof JsonNumber number && sameNumber(left, number);
    }

    /// Integers are compared by all their digits: ids are often beyond what a double tells apart.
    private static boolean sameNumber(JsonNumber left, JsonNumber right) {
        if (isInteger(left) && isInteger(right)) {
            return new BigInteger(left.lexeme()).equals(new BigInteger(right.lexeme()));
        }
        return left.doubleValue() == right.doubleValue();
    }

    /// Longer ones are no ids, and exact arithmetic with them only costs time.
    private static boolean isInteger(JsonNumber number) {
        return number.lexeme().length() <= MOST_DIGITS && number.isPlainInteger();
    }

    private static boolean isNumber(String text, JsonNumber number) {
        String trimmed = text.strip();
        return NUMBER.matcher(trimmed).matches()
                && sameNumber(new JsonNumber(trimmed.startsWith("+") ? trimmed.substring(1) : trimmed), number);
    }

    private static boolean isWord(String text, JsonBool bool) {
        return (bool.value() ? TRUE : FALSE).contains(folded(text));
    }

    private static String folded(String text) {
        return text.strip().toLowerCase(Locale.ROOT);
    }

    /// Nothing, `false`, 0 and the empty text are false; all else is true, also `"false"` and an empty list.
    static boolean truthy(@Nullable JsonValue value) {
        return switch (value) {
            case null -> false;
            case JsonNull _ -> false;
            case JsonBool bool -> bool.value();
            case JsonNumber number -> number.doubleValue() != 0;
            case JsonString(var text) -> !text.isEmpty();
            case JsonObject _, JsonArray _ -> true;
        };
    }

    /// The value as `String(value).trim()` shows it in ECMAScript: a list is its items with commas.
    static String text(@Nullable JsonValue value) {
        return plain(value).strip();
    }

    private static String plain(@Nullable JsonValue value) {
        return switch (value) {
            case null -> "";
            case JsonNull _ -> "";
            case JsonString(var text) -> text;
            case JsonNumber number ->
                isInteger(number) ? new BigInteger(number.lexeme()).toString() : Jcs.canonical(number);
            case JsonBool bool -> bool.toString();
            case JsonArray array ->
                array.items().stream().map(LenientValues::plain).collect(Collectors.joining(","));
            case JsonObject _ -> "[object Object]";
        };
    }
}
