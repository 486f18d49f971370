package dev.waybill.engine.flow;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How elements are ordered by a value inside them. It is a total order whatever the values are, and the same on every
/// machine: numbers by value, then texts by UTF-16 units, then the rest. Nothing comes last in both directions.
final class SortOrder {

    private SortOrder() {}

    static Comparator<JsonValue> of(List<JsonObject> keys) {
        Comparator<JsonValue> order = (_, _) -> 0;
        for (JsonObject key : keys) {
            order = order.thenComparing(by(key));
        }
        return order;
    }

    private static Comparator<JsonValue> by(JsonObject key) {
        String path = key.string("path").orElse("");
        int direction = key.string("direction").orElse("").equals("desc") ? -1 : 1;
        boolean natural = key.string("compare").orElse("").equals("natural");
        return (left, right) -> {
            JsonValue a = Paths.at(left, path);
            JsonValue b = Paths.at(right, path);
            if (Paths.isNothing(a) || Paths.isNothing(b)) {
                return Boolean.compare(Paths.isNothing(a), Paths.isNothing(b));
            }
            return direction * compare(a, b, natural);
        };
    }

    private static int compare(@Nullable JsonValue left, @Nullable JsonValue right, boolean natural) {
        int byKind = Integer.compare(rank(left), rank(right));
        if (byKind != 0) {
            return byKind;
        }
        return switch (left) {
            case JsonNumber number
            when right instanceof JsonNumber other ->
                Double.compare(number.doubleValue() + 0.0, other.doubleValue() + 0.0);
            case JsonString(var text)
            when right instanceof JsonString(var other) ->
                natural ? natural(text, other) : Integer.signum(text.compareTo(other));
            case null, default -> Lists.key(left).compareTo(Lists.key(right));
        };
    }

    private static int rank(@Nullable JsonValue value) {
        return switch (value) {
            case JsonNumber _ -> 0;
            case JsonString _ -> 1;
            case JsonBool _ -> 2;
            case JsonArray _ -> 3;
            case null, default -> 4;
        };
    }

    /// Runs of digits count as numbers: `item 9` is before `item 10`. Texts that differ in leading zeros only are
    /// ordered as texts, so that no two different ones are equal.
    static int natural(String left, String right) {
        int a = 0;
        int b = 0;
        while (a < left.length() && b < right.length()) {
            if (isDigit(left.charAt(a)) && isDigit(right.charAt(b))) {
                int endA = endOfDigits(left, a);
                int endB = endOfDigits(right, b);
                int order = figures(left.substring(a, endA), right.substring(b, endB));
                if (order != 0) {
                    return order;
                }
                a = endA;
                b = endB;
            } else if (left.charAt(a) != right.charAt(b)) {
                return Character.compare(left.charAt(a), right.charAt(b));
            } else {
                a++;
                b++;
            }
        }
        int rest = Integer.compare(left.length() - a, right.length() - b);
        return rest != 0 ? rest : left.compareTo(right);
    }

    private static int figures(String left, String right) {
        String a = left.replaceFirst("^0+", "");
        String b = right.replaceFirst("^0+", "");
        return a.length() != b.length() ? Integer.compare(a.length(), b.length()) : a.compareTo(b);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static int endOfDigits(String text, int from) {
        int end = from;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }
}
