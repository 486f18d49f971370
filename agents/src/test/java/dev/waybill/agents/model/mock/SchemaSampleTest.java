package dev.waybill.agents.model.mock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.agents.model.wire.FakeProvider;
import dev.waybill.base.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The smallest value that fits a schema really fits it.
class SchemaSampleTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"type\":\"string\",\"minLength\":9,\"maxLength\":9}",
                "{\"type\":\"string\",\"maxLength\":2}",
                "{\"type\":\"integer\",\"minimum\":3,\"multipleOf\":5}",
                "{\"type\":\"number\",\"maximum\":-4}",
                "{\"enum\":[7]}",
                "{\"const\":{\"a\":1}}",
                "{\"type\":[\"null\",\"string\"]}",
                "{\"type\":\"array\",\"minItems\":2,\"items\":{\"type\":\"boolean\"}}",
                "{\"type\":\"array\",\"prefixItems\":[{\"type\":\"integer\"},{\"type\":\"string\"}]}",
                "{\"anyOf\":[{\"type\":\"integer\"},{\"type\":\"string\"}]}",
                "{\"allOf\":[{\"required\":[\"a\"],\"properties\":{\"a\":{\"type\":\"integer\"}}},{\"required\":[\"b\"]}]}",
                "{\"type\":\"object\",\"required\":[\"n\"],\"properties\":{\"n\":{\"$ref\":\"#/$defs/n\"}},"
                        + "\"$defs\":{\"n\":{\"type\":\"object\",\"properties\":{\"next\":{\"$ref\":\"#/$defs/n\"}}}}}"
            })
    void itFits(String written) {
        JsonObject schema = FakeProvider.object(written);

        assertThat(SchemaSample.fits(schema, SchemaSample.of(schema)))
                .as(SchemaSample.of(schema) + " for " + written)
                .isTrue();
    }

    @Test
    void itIsAsSureAsItMayBe() {
        JsonObject sure = FakeProvider.object(
                "{\"required\":[\"confidence\"],\"properties\":{\"confidence\":{\"type\":\"number\",\"maximum\":1}}}");
        JsonObject never = FakeProvider.object(
                "{\"required\":[\"confidence\"],\"properties\":{\"confidence\":{\"type\":\"number\",\"maximum\":0}}}");

        assertThat(SchemaSample.of(sure)).hasToString("{\"confidence\":1}");
        assertThat(SchemaSample.of(never)).hasToString("{\"confidence\":0}");
    }
}
