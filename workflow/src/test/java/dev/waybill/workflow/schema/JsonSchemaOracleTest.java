package dev.waybill.workflow.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.testkit.Seeds;
import dev.waybill.workflow.expression.StepBudget;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A validator that we did not write judges the same values by the same schemas.
class JsonSchemaOracleTest {

    private static final SchemaRegistry THEIRS = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    @Test
    void anotherValidatorComesToTheSameVerdict() {
        int[] verdicts = new int[2];
        Seeds.check(2_000, random -> {
            JsonObject schema = RandomSchemas.schema(random, 3);
            JsonSchema ours = JsonSchema.compile(schema);
            var theirs = THEIRS.getSchema(schema.toString(), InputFormat.JSON);
            for (int i = 0; i < 5; i++) {
                JsonValue value = RandomSchemas.value(random, 3);
                List<Violation> violations = ours.validate(value, StepBudget.of(10_000_000));
                if (theyErrAbout(schema, value)) {
                    continue;
                }
                verdicts[violations.isEmpty() ? 1 : 0]++;
                assertThat(violations.isEmpty())
                        .as("%s%nby %s%nwe say %s", value, schema, violations)
                        .isEqualTo(theirs.validate(value.toString(), InputFormat.JSON)
                                .isEmpty());
            }
        });
        assertThat(verdicts[0]).as("values that do not fit").isGreaterThan(1_000);
        assertThat(verdicts[1]).as("values that fit").isGreaterThan(1_000);
    }

    /// They apply `uniqueItems` to the members of objects, too.
    private static boolean theyErrAbout(JsonObject schema, JsonValue value) {
        return schema.toString().contains("uniqueItems") && value.toString().contains("{");
    }
}
