package dev.waybill.base.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Base64Url;
import dev.waybill.base.json.JsonException.Problem;
import dev.waybill.testkit.Interop;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What PEAC's implementations accept as I-JSON and write as canonical JSON, by ours.
class JsonInteropTest {

    @TestFactory
    Stream<DynamicTest> rawInputIsJudgedAsElsewhere() {
        return vectors("peac/parity/ijson-raw-input.json").stream()
                .map(vector -> DynamicTest.dynamicTest(id(vector), () -> {
                    JsonObject expected = vector.object("expected").orElseThrow();
                    byte[] input = Base64Url.decode(vector.string("input_b64").orElseThrow());
                    assertThat(judge(input)).isEqualTo(expected.string("code").orElse("accepted"));
                }));
    }

    private static String judge(byte[] input) {
        try {
            JsonReader.read(input, JsonLimits.RECEIPT);
            return "accepted";
        } catch (JsonException e) {
            return code(e.problem());
        }
    }

    private static String code(Problem problem) {
        return switch (problem) {
            case DUPLICATE_MEMBER -> "E_IJSON_DUPLICATE_MEMBER_NAME";
            case INVALID_STRING -> "E_IJSON_INVALID_STRING";
            case NUMBER_OUT_OF_RANGE -> "E_IJSON_NUMBER_OUT_OF_RANGE";
            case SYNTAX, NOT_AN_OBJECT -> "E_INVALID_FORMAT";
            case LIMIT_EXCEEDED -> "E_CONSTRAINT_VIOLATION";
        };
    }

    @TestFactory
    Stream<DynamicTest> canonicalTextIsTheSameAsElsewhere() {
        return vectors("peac/crypto/jcs-golden-vectors.json").stream()
                .map(vector -> DynamicTest.dynamicTest(id(vector), () -> {
                    JsonValue input = Objects.requireNonNull(vector.get("input"));
                    assertThat(Jcs.canonical(input))
                            .isEqualTo(vector.string("canonical").orElseThrow());
                }));
    }

    private static String id(JsonObject vector) {
        return vector.string("id").orElseThrow();
    }

    private static List<JsonObject> vectors(String file) {
        JsonValue document = JsonReader.readAnyNumbers(Interop.bytes(file), JsonLimits.DOCUMENT);
        return document.asObject().orElseThrow().array("vectors").orElseThrow().items().stream()
                .map(vector -> vector.asObject().orElseThrow())
                .toList();
    }
}
