package dev.waybill.workflow.schema;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.expression.Values;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// `type`, `enum` and `const`.
final class TypeRules {

    private static final List<String> TYPES =
            List.of("null", "boolean", "object", "array", "number", "string", "integer");

    private TypeRules() {}

    static void add(SchemaReader reader) {
        reader.value("type").ifPresent(value -> type(reader, value));
        reader.value("enum").ifPresent(value -> choice(reader, value));
        reader.value("const")
                .ifPresent(only -> reader.node()
                        .add((value, run) ->
                                run.expect(Values.equal(only, value, run.budget()), "const", only, value)));
    }

    private static void type(SchemaReader reader, JsonValue value) {
        List<String> types = types(value);
        if (types.isEmpty()) {
            reader.bad("type", "one of %s, or an array of these".formatted(String.join(", ", TYPES)));
            return;
        }
        String expected = String.join(" or ", types);
        reader.node().add((found, run) -> run.expect(isOfAny(types, found), "type", expected, found));
    }

    private static List<String> types(JsonValue value) {
        List<JsonValue> items = value instanceof JsonArray array ? array.items() : List.of(value);
        Set<String> types = new LinkedHashSet<>();
        for (JsonValue item : items) {
            String name = item.asString().orElse("");
            if (!TYPES.contains(name) || !types.add(name)) {
                return List.of();
            }
        }
        return new ArrayList<>(types);
    }

    private static boolean isOfAny(List<String> types, JsonValue value) {
        for (String type : types) {
            if (isOf(type, value)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOf(String type, JsonValue value) {
        return type.equals("integer")
                ? value instanceof JsonNumber number
                        && (number.isPlainInteger() || number.asInteger().isPresent())
                : type.equals(value.kind());
    }

    private static void choice(SchemaReader reader, JsonValue value) {
        if (!(value instanceof JsonArray choices)) {
            reader.bad("enum", "an array of values");
            return;
        }
        reader.node().add((found, run) -> {
            for (JsonValue choice : choices) {
                if (Values.equal(choice, found, run.budget())) {
                    return;
                }
            }
            run.violation(
                    "enum",
                    () -> "expected one of %s, found %s".formatted(Shown.choice(choices.items()), Shown.value(found)));
        });
    }
}
