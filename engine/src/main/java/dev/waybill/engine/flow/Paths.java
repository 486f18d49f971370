package dev.waybill.engine.flow;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import org.jspecify.annotations.Nullable;

/// Dotted paths into values, as the ecosystem writes them: `customer.address.0.city`.
final class Paths {

    private static final int MOST_DIGITS = 9;

    private Paths() {}

    /// @return null when nothing is there
    static @Nullable JsonValue at(@Nullable JsonValue value, String path) {
        JsonValue found = value;
        if (path.isEmpty()) {
            return found;
        }
        for (String step : path.split("\\.", -1)) {
            found = below(found, step);
        }
        return found;
    }

    private static @Nullable JsonValue below(@Nullable JsonValue value, String step) {
        return switch (value) {
            case JsonObject object -> object.get(step);
            case JsonArray array when step.equals("length") -> JsonNumber.of(array.size());
            case JsonArray array -> item(array, step);
            case JsonString(var text) when step.equals("length") -> JsonNumber.of(text.length());
            case null, default -> null;
        };
    }

    private static @Nullable JsonValue item(JsonArray array, String step) {
        boolean index = !step.isEmpty()
                && step.length() <= MOST_DIGITS
                && step.chars().allMatch(digit -> digit >= '0' && digit <= '9')
                && (step.length() == 1 || step.charAt(0) != '0');
        return index && Integer.parseInt(step) < array.size() ? array.get(Integer.parseInt(step)) : null;
    }

    static boolean isNothing(@Nullable JsonValue value) {
        return value == null || value instanceof JsonNull;
    }

    /// A value as a text: texts as they are, others as JSON, nothing as nothing.
    static String text(@Nullable JsonValue value) {
        return switch (value) {
            case JsonString(var text) -> text;
            case JsonNull _ -> "";
            case null -> "";
            default -> value.toString();
        };
    }
}
