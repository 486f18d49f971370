package dev.waybill.evidence.query;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.RecordContent;
import java.math.BigDecimal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Whether two records say the same. Numbers count by their value: a pack spells `0.650` as `0.65` and `571.0` as
/// `571`.
final class SameContent {

    private SameContent() {}

    static boolean isSame(RecordContent one, RecordContent other) {
        return one.withoutFacts().equals(other.withoutFacts()) && isSame(one.facts(), other.facts());
    }

    /// Equal for contents that say the same.
    static int hash(RecordContent content) {
        return content.withoutFacts().hashCode();
    }

    static boolean isSame(@Nullable JsonValue one, @Nullable JsonValue other) {
        if (one instanceof JsonNumber number && other instanceof JsonNumber same) {
            return number.equals(same) || isSame(number.lexeme(), same.lexeme());
        }
        if (one instanceof JsonObject object && other instanceof JsonObject same) {
            return object.names().equals(same.names())
                    && object.names().stream().allMatch(name -> isSame(object.get(name), same.get(name)));
        }
        if (one instanceof JsonArray array && other instanceof JsonArray same) {
            return array.size() == same.size() && isSameInOrder(array, same);
        }
        return Objects.equals(one, other);
    }

    private static boolean isSame(String one, String other) {
        try {
            return new BigDecimal(one).compareTo(new BigDecimal(other)) == 0;
        } catch (NumberFormatException _) {
            // An exponent that no number has: only the same spelling is the same.
            return false;
        }
    }

    /// Equal for values that say the same.
    static int hash(JsonValue value) {
        return switch (value) {
            case JsonNumber number -> Double.hashCode(Double.parseDouble(number.lexeme()) + 0.0);
            case JsonObject object ->
                object.names().stream()
                        .mapToInt(name -> name.hashCode() ^ hash(Objects.requireNonNull(object.get(name))))
                        .sum();
            case JsonArray array ->
                array.items().stream().mapToInt(SameContent::hash).reduce(1, (all, item) -> 31 * all + item);
            default -> value.hashCode();
        };
    }

    private static boolean isSameInOrder(JsonArray one, JsonArray other) {
        for (int i = 0; i < one.size(); i++) {
            if (!isSame(one.items().get(i), other.items().get(i))) {
                return false;
            }
        }
        return true;
    }
}
