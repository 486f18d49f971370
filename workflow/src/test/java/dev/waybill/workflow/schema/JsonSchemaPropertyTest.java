package dev.waybill.workflow.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.testkit.Seeds;
import dev.waybill.workflow.expression.StepBudget;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Laws that hold for every schema and every value.
class JsonSchemaPropertyTest {

    @Test
    void alternativesFollowTheLawsOfLogic() {
        int[] fitting = new int[2];
        Seeds.check(500, random -> {
            JsonObject one = RandomSchemas.schema(random, 2);
            JsonObject other = RandomSchemas.schema(random, 2);
            JsonValue value = RandomSchemas.value(random, 3);
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
            JsonObject schema = RandomSchemas.schema(random, 2);
            JsonValue value = RandomSchemas.value(random, 3);
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
            JsonObject schema = RandomSchemas.schema(random, 2);
            JsonValue value = RandomSchemas.value(random, 3);
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
}
