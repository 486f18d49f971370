package dev.waybill.receipt.claims;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonReader;
import dev.waybill.testkit.Interop;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// The payloads of PEAC's golden vectors, which are Wire 0.1.
class Wire01ClaimsInteropTest {

    @TestFactory
    Stream<DynamicTest> everyGoldenPayloadPasses() {
        var document = JsonReader.readObject(Interop.bytes("peac/crypto/golden-vectors.json"), JsonLimits.DOCUMENT);
        return document.array("vectors").orElseThrow().items().stream()
                .map(item -> item.asObject().orElseThrow())
                .map(vector -> dynamicTest(
                        vector.string("name").orElseThrow(),
                        () -> assertThatCode(() -> Wire01Claims.check(
                                        vector.object("payload").orElseThrow()))
                                .doesNotThrowAnyException()));
    }
}
