package dev.waybill.workflow.schema;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Schemas with every keyword that we judge by, and values small enough that about half of them fit.
final class RandomSchemas {

    private static final List<String> NAMES = List.of("a", "b", "ab", "c1");
    private static final List<String> PATTERNS = List.of("^a", "b$", "^(?!ab)", "[0-9]", "^[a-c]{1,2}$", "a|é");
    private static final List<String> TYPES =
            List.of("null", "boolean", "object", "array", "number", "string", "integer");
    private static final List<String> COUNTS =
            List.of("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties");
    private static final List<String> BOUNDS = List.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum");
    private static final List<String> BELOW =
            List.of("items", "contains", "additionalProperties", "propertyNames", "not", "if", "then", "else");
    private static final List<String> LISTS = List.of("allOf", "anyOf", "oneOf", "prefixItems");
    private static final List<String> MAPS = List.of("properties", "patternProperties", "dependentSchemas");

    private RandomSchemas() {}

    static JsonObject schema(Random random, int depth) {
        Map<String, JsonValue> schema = new LinkedHashMap<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            keyword(random, depth, schema);
        }
        return new JsonObject(schema);
    }

    private static void keyword(Random random, int depth, Map<String, JsonValue> schema) {
        switch (random.nextInt(depth > 0 ? 18 : 12)) {
            case 0, 1 -> schema.put("type", new JsonString(any(random, TYPES)));
            case 2 -> schema.put("type", JsonArray.of(new JsonString("boolean"), new JsonString("string")));
            case 3 -> schema.put(any(random, BOUNDS), number(random));
            case 4 -> schema.put(any(random, COUNTS), JsonNumber.of(random.nextInt(3)));
            case 5 -> schema.put("multipleOf", new JsonNumber(any(random, List.of("0.5", "2", "0.1", "1e0"))));
            case 6 -> schema.put("required", JsonArray.of(text(random, NAMES)));
            case 7 -> schema.put("enum", JsonArray.of(value(random, 0), value(random, 1)));
            case 11 -> schema.put("const", value(random, 1));
            case 8 -> schema.put("pattern", text(random, PATTERNS));
            case 9 -> schema.put("uniqueItems", JsonBool.TRUE);
            case 10 -> schema.put("dependentRequired", dependent(random));
            case 12, 13 -> schema.put(any(random, BELOW), below(random, depth));
            case 14 -> contains(random, depth, schema);
            case 15 -> schema.put(any(random, LISTS), JsonArray.of(below(random, depth), below(random, depth)));
            default -> maps(random, depth, schema);
        }
    }

    private static JsonObject dependent(Random random) {
        return JsonObject.builder()
                .put(any(random, NAMES), JsonArray.of(text(random, NAMES)))
                .build();
    }

    /// With a most that is not below the least: the other validator holds that against values that are no arrays, too.
    private static void contains(Random random, int depth, Map<String, JsonValue> schema) {
        schema.put("contains", below(random, depth));
        schema.put("minContains", JsonNumber.of(random.nextInt(3)));
        schema.put("maxContains", JsonNumber.of(2));
    }

    private static void maps(Random random, int depth, Map<String, JsonValue> schema) {
        String keyword = any(random, MAPS);
        String name = any(random, keyword.equals("patternProperties") ? PATTERNS : NAMES);
        schema.put(keyword, JsonObject.builder().put(name, below(random, depth)).build());
    }

    private static JsonValue below(Random random, int depth) {
        return random.nextInt(8) == 0 ? JsonBool.of(random.nextBoolean()) : schema(random, depth - 1);
    }

    static JsonValue value(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 5)) {
            case 0 -> JsonNull.NULL;
            case 1 -> JsonBool.of(random.nextBoolean());
            case 2, 3 -> number(random);
            case 4 -> new JsonString(any(random, List.of("", "a", "ab", "abc", "1", "é", "😀b")));
            case 5, 6 -> array(random, depth - 1);
            default -> object(random, depth - 1);
        };
    }

    private static JsonNumber number(Random random) {
        return random.nextBoolean()
                ? JsonNumber.of(random.nextInt(6) - 2L)
                : new JsonNumber(any(random, List.of("0.5", "1.0", "2.5", "1e0", "0.3", "-0.0")));
    }

    private static JsonArray array(Random random, int depth) {
        List<JsonValue> items = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            items.add(value(random, depth));
        }
        return new JsonArray(items);
    }

    private static JsonObject object(Random random, int depth) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            members.put(any(random, NAMES), value(random, depth));
        }
        return new JsonObject(members);
    }

    private static JsonString text(Random random, List<String> list) {
        return new JsonString(any(random, list));
    }

    private static String any(Random random, List<String> list) {
        return list.get(random.nextInt(list.size()));
    }
}
