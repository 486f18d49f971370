package dev.waybill.workflow.schema;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.text.Shortened;
import java.util.Collection;
import java.util.stream.Collectors;

/// Values as messages show them: short.
final class Shown {

    private static final int LONGEST = 60;
    private static final int MOST = 10;

    private Shown() {}

    static String value(JsonValue value) {
        return switch (value) {
            case JsonObject object -> "an object of %d members".formatted(object.size());
            case JsonArray array -> "an array of %d items".formatted(array.size());
            case JsonNull _ -> "null";
            default -> value.kind() + " " + text(value.toString());
        };
    }

    static String choice(Collection<JsonValue> values) {
        String first =
                values.stream().limit(MOST).map(value -> text(value.toString())).collect(Collectors.joining(", "));
        return values.size() > MOST ? first + " and %d more".formatted(values.size() - MOST) : first;
    }

    static String text(String text) {
        return Shortened.of(text, LONGEST);
    }
}
