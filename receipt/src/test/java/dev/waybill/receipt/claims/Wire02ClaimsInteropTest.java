package dev.waybill.receipt.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.code.Code;
import dev.waybill.testkit.Interop;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// PEAC's own conformance fixtures for the claims of Wire 0.2.
class Wire02ClaimsInteropTest {

    /// Says that its type has exactly 256 characters and is accepted. The type has 258, and PEAC's own
    /// schema refuses it, so it is expected to be refused.
    private static final String MISCOUNTED = "boundary-type-max-length";

    @TestFactory
    Stream<DynamicTest> everyFixtureIsJudgedAsPeacJudgesIt() {
        return Stream.of("valid", "types", "kinds", "issuers").flatMap(Wire02ClaimsInteropTest::tests);
    }

    private static Stream<DynamicTest> tests(String file) {
        JsonObject document =
                JsonReader.readObject(Interop.bytes("peac/wire-02/" + file + ".json"), JsonLimits.DOCUMENT);
        return document.array("fixtures").orElseThrow().items().stream()
                .map(item -> item.asObject().orElseThrow())
                .map(fixture -> dynamicTest(file + ": " + fixture.string("name").orElseThrow(), () -> judge(fixture)));
    }

    private static void judge(JsonObject fixture) {
        JsonObject claims =
                fixture.object("input").flatMap(input -> input.object("claims")).orElseThrow();
        JsonObject expected = fixture.object("expected").orElseThrow();
        if (fixture.string("name").filter(MISCOUNTED::equals).isPresent()) {
            assertThat(claims.string("type").orElseThrow()).hasSize(ReceiptType.LONGEST + 2);
            assertThat(Claims.rejection(() -> Wire02Claims.check(claims)).pointer())
                    .isEqualTo("/type");
        } else if (expected.get("valid") == JsonBool.TRUE) {
            assertThat(Wire02Claims.check(claims).stream().map(Warning::toJson).toList())
                    .isEqualTo(warnings(expected));
        } else {
            Code code = Code.valueOf(expected.string("error_code").orElseThrow());
            assertThat(Claims.rejection(() -> Wire02Claims.check(claims)).code())
                    .isEqualTo(code);
            assertThat(Wire02Claims.surface(code)).isEqualTo(Code.E_INVALID_FORMAT);
        }
    }

    /// Fixtures tell of warnings in two ways; those that tell of none expect none.
    private static List<JsonValue> warnings(JsonObject expected) {
        JsonObject unregistered = new Warning(Warning.TYPE_UNREGISTERED, "/type").toJson();
        return expected.get("warns_type_unregistered") == JsonBool.TRUE
                ? List.of(unregistered)
                : expected.array("warnings").orElse(JsonArray.EMPTY).items();
    }
}
