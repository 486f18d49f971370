package dev.waybill.engine.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Says a schema in lines that a small model can follow: one field a line, nested ones indented.
final class SchemaSummary {

    private static final int DEEPEST = 3;
    private static final int MOST_LINES = 40;

    private final SchemaExcerpt schemas;
    private final JsonObject root;
    private final List<String> lines = new ArrayList<>();

    SchemaSummary(JsonObject root) {
        this.root = root;
        this.schemas = new SchemaExcerpt(root);
    }

    List<String> lines() {
        fields(schemas.resolved(root), 0);
        return lines.size() <= MOST_LINES ? lines : cut();
    }

    private List<String> cut() {
        List<String> first = new ArrayList<>(lines.subList(0, MOST_LINES));
        first.add("- … and %d more fields".formatted(lines.size() - MOST_LINES));
        return first;
    }

    private void fields(JsonObject schema, int depth) {
        List<String> required = schema.array("required").stream()
                .flatMap(names -> names.items().stream())
                .flatMap(name -> name.asString().stream())
                .toList();
        schema.object("properties")
                .ifPresent(all -> all.members().forEach((name, value) -> {
                    JsonObject field = schemas.resolved(value.asObject().orElse(JsonObject.EMPTY));
                    lines.add("%s- `%s`%s: %s"
                            .formatted(
                                    "  ".repeat(depth),
                                    name,
                                    required.contains(name) ? "" : " (optional)",
                                    described(field)));
                    nested(field, depth);
                }));
    }

    private void nested(JsonObject field, int depth) {
        if (depth + 1 < DEEPEST) {
            JsonObject inner = field.object("items").map(schemas::resolved).orElse(field);
            fields(inner, depth + 1);
        }
    }

    private String described(JsonObject field) {
        String text = field.string("description")
                .map(words -> " -- " + Brief.text(words, 120))
                .orElse("");
        return type(field) + text;
    }

    private String type(JsonObject field) {
        if (field.has("const")) {
            return "exactly " + field.get("const");
        }
        Optional<JsonArray> choice = field.array("enum");
        if (choice.isPresent()) {
            return choice.get().items().stream().map(JsonValue::toString).collect(Collectors.joining(" | "));
        }
        String name = name(field.get("type"));
        return name.equals("array") ? list(field) : name + bounds(field, "Length", " characters") + range(field);
    }

    private String list(JsonObject field) {
        String items = field.object("items")
                .map(schemas::resolved)
                .map(this::type)
                .map(type -> " of " + type)
                .orElse("");
        return "array" + items + bounds(field, "Items", " items");
    }

    private static String name(@Nullable JsonValue type) {
        return switch (type) {
            case JsonString(var text) -> text;
            case JsonArray names ->
                names.items().stream().flatMap(it -> it.asString().stream()).collect(Collectors.joining(" or "));
            case null, default -> "any value";
        };
    }

    private static String bounds(JsonObject field, String what, String unit) {
        String least = field.has("min" + what) ? ", at least " + field.get("min" + what) + unit : "";
        String most = field.has("max" + what) ? ", at most " + field.get("max" + what) + unit : "";
        return least + most;
    }

    private static String range(JsonObject field) {
        String least = field.has("minimum") ? ", from " + field.get("minimum") : "";
        String most = field.has("maximum") ? ", up to " + field.get("maximum") : "";
        return least + most;
    }
}
