package dev.waybill.evidence.query;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.RecordContent;
import java.math.BigDecimal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Whether records of two layouts say the same. Numbers count by their value: a pack spells `0.650` as `0.65`.
final class SameContent {

    private SameContent() {}

    static boolean isSame(RecordContent one, RecordContent other) {
        return withoutFacts(one).equals(withoutFacts(other)) && isSame(one.facts(), other.facts());
    }

    /// Equal for contents that say the same.
    static int hash(RecordContent content) {
        return withoutFacts(content).hashCode();
    }

    private static RecordContent withoutFacts(RecordContent content) {
        return new RecordContent(
                content.id(),
                content.aliases(),
                content.type(),
                content.time(),
                content.identity(),
                content.parents(),
                JsonObject.EMPTY);
    }

    private static boolean isSame(@Nullable JsonValue one, @Nullable JsonValue other) {
        if (one instanceof JsonNumber number && other instanceof JsonNumber same) {
            return number.equals(same) || new BigDecimal(number.lexeme()).compareTo(new BigDecimal(same.lexeme())) == 0;
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

    private static boolean isSameInOrder(JsonArray one, JsonArray other) {
        for (int i = 0; i < one.size(); i++) {
            if (!isSame(one.items().get(i), other.items().get(i))) {
                return false;
            }
        }
        return true;
    }
}
