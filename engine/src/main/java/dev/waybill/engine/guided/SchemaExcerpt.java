package dev.waybill.engine.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds the part of a schema that speaks about one place of a value, short enough to be read with the problem there.
record SchemaExcerpt(JsonObject root) {

    private static final int LONGEST = 800;
    private static final List<String> ESSENTIAL = List.of("type", "const", "enum", "required", "description");
    private static final List<String> COMBINING = List.of("allOf", "anyOf", "oneOf");

    /// @param pointer into the value; to something that is missing, too
    Optional<JsonObject> at(String pointer) {
        return whole(pointer).map(SchemaExcerpt::shortened);
    }

    /// The same, however long it is.
    Optional<JsonObject> whole(String pointer) {
        Optional<JsonObject> schema = Optional.of(root);
        for (String token : tokens(pointer)) {
            schema = schema.flatMap(outer -> below(outer, token, 0));
        }
        return schema.map(this::resolved);
    }

    /// The plainest value that may stand there.
    Optional<JsonValue> sample(String pointer) {
        return whole(pointer)
                .flatMap(schema -> Optional.ofNullable(schema.get("const"))
                        .or(() -> schema.array("enum")
                                .filter(all -> all.size() > 0)
                                .map(all -> all.get(0)))
                        .or(() -> schema.array("examples")
                                .filter(all -> all.size() > 0)
                                .map(all -> all.get(0)))
                        .or(() -> schema.string("type").map(SchemaExcerpt::plain)));
    }

    private static @Nullable JsonValue plain(String type) {
        return switch (type) {
            case "string" -> new JsonString("…");
            case "integer", "number" -> JsonNumber.of(1);
            case "boolean" -> JsonBool.TRUE;
            case "array" -> JsonArray.EMPTY;
            case "object" -> JsonObject.EMPTY;
            default -> null;
        };
    }

    /// A schema with its reference followed, as far as that leads.
    JsonObject resolved(JsonObject schema) {
        JsonObject at = schema;
        for (int hops = 0; hops < 10 && at.has("$ref"); hops++) {
            Optional<JsonObject> target = at.string("$ref")
                    .filter(ref -> ref.startsWith("#"))
                    .flatMap(ref -> JsonPointer.find(root, ref.substring(1)))
                    .flatMap(JsonValue::asObject);
            if (target.isEmpty()) {
                return at;
            }
            at = target.get();
        }
        return at;
    }

    private Optional<JsonObject> below(JsonObject schema, String token, int depth) {
        JsonObject at = resolved(schema);
        Optional<JsonObject> direct = at.object("properties")
                .flatMap(properties -> properties.object(token))
                .or(() -> isIndex(token) ? at.object("items") : Optional.empty())
                .or(() -> at.object("additionalProperties"));
        return direct.or(() -> depth > 4
                ? Optional.empty()
                : COMBINING.stream()
                        .flatMap(word -> at.array(word).stream())
                        .flatMap(branches -> branches.items().stream())
                        .flatMap(branch -> branch.asObject().stream())
                        .flatMap(branch -> below(branch, token, depth + 1).stream())
                        .findFirst());
    }

    private static JsonObject shortened(JsonObject schema) {
        if (schema.toString().length() <= LONGEST) {
            return schema;
        }
        var essence = JsonObject.builder();
        ESSENTIAL.forEach(name -> essence.putIfPresent(name, schema.get(name)));
        schema.object("properties").ifPresent(all -> essence.put("properties", JsonArray.ofStrings(all.names())));
        JsonObject result = essence.build();
        return result.toString().length() <= LONGEST ? result : onlyType(schema);
    }

    private static JsonObject onlyType(JsonObject schema) {
        return JsonObject.EMPTY.withIfPresent("type", schema.get("type"));
    }

    private static List<String> tokens(String pointer) {
        return pointer.isEmpty()
                ? List.of()
                : List.of(pointer.substring(1).split("/", -1)).stream()
                        .map(token -> token.replace("~1", "/").replace("~0", "~"))
                        .toList();
    }

    private static boolean isIndex(String token) {
        return !token.isEmpty() && token.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
