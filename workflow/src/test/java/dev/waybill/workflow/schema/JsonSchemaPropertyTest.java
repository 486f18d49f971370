package dev.waybill.workflow.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.testkit.Seeds;
import dev.waybill.workflow.expression.StepBudget;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Laws that hold for every schema and every value.
class JsonSchemaPropertyTest {

    private static final List<String> NAMES = List.of("a", "b", "ab", "c1");
    private static final List<String> TYPES =
            List.of("null", "boolean", "object", "array", "number", "string", "integer");

    @Test
    void alternativesFollowTheLawsOfLogic() {
        int[] fitting = new int[2];
        Seeds.check(500, random -> {
            JsonObject one = schema(random, 2);
            JsonObject other = schema(random, 2);
            JsonValue value = value(random, 3);
            boolean first = fits(one, value);
            boolean second = fits(other, value);
            fitting[first ? 1 : 0]++;
            assertThat(fits(of("allOf", one, other), value)).isEqualTo(first && second);
            assertThat(fits(of("anyOf", one, other), value)).isEqualTo(first || second);
            assertThat(fits(of("oneOf", one, other), value)).isEqualTo(first != second);
            assertThat(fits(not(one), value)).isEqualTo(!first);
            assertThat(fits(not(not(one)), value)).isEqualTo(first);
            JsonObject condition = JsonObject.builder()
                    .put("if", one)
                    .put("then", other)
                    .put("else", not(other))
                    .build();
            assertThat(fits(condition, value)).isEqualTo(first == second);
        });
        assertThat(fitting[0]).as("values that do not fit").isPositive();
        assertThat(fitting[1]).as("values that fit").isPositive();
    }

    @Test
    void aReferenceMeansWhatItRefersTo() {
        Seeds.check(200, random -> {
            JsonObject schema = schema(random, 2);
            JsonValue value = value(random, 3);
            JsonObject referring = JsonObject.builder()
                    .put("$ref", "#/$defs/it")
                    .put("$defs", JsonObject.builder().put("it", schema).build())
                    .build();
            assertThat(violations(referring, value)).isEqualTo(violations(schema, value));
        });
    }

    @Test
    void itemsAndMembersAreJudgedWhereTheyStand() {
        Seeds.check(200, random -> {
            JsonObject schema = schema(random, 2);
            JsonValue value = value(random, 3);
            List<String> direct =
                    violations(schema, value).stream().map(Violation::pointer).toList();
            JsonObject items = JsonObject.builder().put("items", schema).build();
            assertThat(violations(items, JsonArray.of(value)))
                    .extracting(Violation::pointer)
                    .isEqualTo(direct.stream().map(pointer -> "/0" + pointer).toList());
        });
    }

    private static boolean fits(JsonObject schema, JsonValue value) {
        return violations(schema, value).isEmpty();
    }

    private static List<Violation> violations(JsonObject schema, JsonValue value) {
        return JsonSchema.compile(schema).validate(value, StepBudget.of(10_000_000));
    }

    private static JsonObject of(String keyword, JsonObject one, JsonObject other) {
        return JsonObject.builder().put(keyword, JsonArray.of(one, other)).build();
    }

    private static JsonObject not(JsonObject schema) {
        return JsonObject.builder().put("not", schema).build();
    }

    private static JsonObject schema(Random random, int depth) {
        Map<String, JsonValue> schema = new LinkedHashMap<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            keyword(random, depth, schema);
        }
        return new JsonObject(schema);
    }

    private static void keyword(Random random, int depth, Map<String, JsonValue> schema) {
        switch (random.nextInt(depth > 0 ? 16 : 9)) {
            case 0, 1 -> schema.put("type", new JsonString(any(random, TYPES)));
            case 2 -> schema.put("minimum", JsonNumber.of(random.nextInt(4) - 1L));
            case 3 -> schema.put("maxLength", JsonNumber.of(random.nextInt(3)));
            case 4 -> schema.put("minItems", JsonNumber.of(random.nextInt(3)));
            case 5 -> schema.put("required", JsonArray.of(new JsonString(any(random, NAMES))));
            case 6 -> schema.put("enum", JsonArray.of(value(random, 0), value(random, 1)));
            case 7 -> schema.put("pattern", new JsonString(any(random, List.of("^a", "b$", "^(?!ab)", "[0-9]"))));
            case 8 -> schema.put("uniqueItems", JsonBool.TRUE);
            case 9 -> schema.put("items", schema(random, depth - 1));
            case 10 -> schema.put("contains", schema(random, depth - 1));
            case 11 -> schema.put("prefixItems", JsonArray.of(schema(random, depth - 1)));
            case 12 -> schema.put("additionalProperties", schema(random, depth - 1));
            case 13 -> schema.put("propertyNames", schema(random, depth - 1));
            default ->
                schema.put(
                        random.nextBoolean() ? "properties" : "dependentSchemas",
                        JsonObject.builder()
                                .put(any(random, NAMES), schema(random, depth - 1))
                                .build());
        }
    }

    private static JsonValue value(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 5)) {
            case 0 -> JsonNull.NULL;
            case 1 -> JsonBool.of(random.nextBoolean());
            case 2 -> JsonNumber.of(random.nextInt(6) - 2L);
            case 3 -> new JsonNumber(any(random, List.of("0.5", "1.0", "2.5", "1e0")));
            case 4 -> new JsonString(any(random, List.of("", "a", "ab", "abc", "1", "é")));
            case 5, 6 -> array(random, depth - 1);
            default -> object(random, depth - 1);
        };
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

    private static String any(Random random, List<String> list) {
        return list.get(random.nextInt(list.size()));
    }
}
