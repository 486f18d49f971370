package dev.waybill.receipt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Base64Url;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Headers and payload bytes of PEAC's conformance vectors, built into well-signed receipts.
class HeaderInteropTest {

    private static final String HARDENING = "peac/parity/jose-hardening-vectors.json";

    @TestFactory
    Stream<DynamicTest> hardenedHeadersAreRefusedWithTheirCode() {
        return Cases.tests(Cases.items(HARDENING, "vectors"), "id", vector -> {
            JsonObject input = Cases.object(vector, "input");
            assertThat(answer(Cases.object(input, "header"), Cases.object(input, "payload")))
                    .isEqualTo(hardeningCode(vector));
        });
    }

    @TestFactory
    Stream<DynamicTest> wire01IsHardenedLikeWire02() {
        return Cases.tests(Cases.items(HARDENING, "vectors"), "id", vector -> {
            JsonObject header =
                    Cases.object(Cases.object(vector, "input"), "header").with("typ", Wire.V0_1.typ());
            JsonObject claims =
                    Samples.issuer(Wire.V0_1).issue(Samples.draft().build()).claims();
            assertThat(answer(header, claims)).isEqualTo(hardeningCode(vector));
        });
    }

    @TestFactory
    Stream<DynamicTest> conformanceHeadersGetTheExpectedAnswer() {
        return Cases.tests(Cases.items("peac/wire-02/jose.json", "fixtures"), "name", fixture -> {
            JsonObject input = Cases.object(fixture, "input");
            JsonObject expected = Cases.object(fixture, "expected");
            assertThat(answer(header(input), claims(input)))
                    .isEqualTo(Cases.flag(expected, "valid") ? "valid" : Cases.text(expected, "error_code"));
        });
    }

    @TestFactory
    Stream<DynamicTest> rawPayloadsPassOrFailTheStrictJsonGate() {
        return Cases.tests(Cases.items("peac/parity/ijson-raw-input.json", "vectors"), "id", vector -> {
            byte[] payload = Base64Url.decode(Cases.text(vector, "input_b64"));
            JsonObject expected = Cases.object(vector, "expected");
            for (Wire wire : Wire.values()) {
                byte[] header = Samples.header(wire).getBytes(StandardCharsets.UTF_8);
                String code = Samples.code(Samples.verifier().verify(Samples.sign(Samples.KEY, header, payload)))
                        .name();
                // None of these is a receipt; one that is strict JSON fails later, for what it lacks.
                String later = wire == Wire.V0_1 ? "E_KEY_NOT_FOUND" : "E_WIRE_VERSION_MISMATCH";
                assertThat(code).isEqualTo(expected.string("code").orElse(later));
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> rawHeadersPassOrFailTheStrictJsonGate() {
        return Cases.tests(Cases.items("peac/parity/ijson-raw-input.json", "vectors"), "id", vector -> {
            byte[] header = Base64Url.decode(Cases.text(vector, "input_b64"));
            JsonObject expected = Cases.object(vector, "expected");
            String code = Samples.code(Samples.verifier()
                            .verify(Samples.sign(Samples.KEY, header, "{}".getBytes(StandardCharsets.UTF_8))))
                    .name();
            if (expected.has("code")) {
                assertThat(code).isEqualTo(Cases.text(expected, "code"));
            } else {
                assertThat(code).doesNotStartWith("E_IJSON");
            }
        });
    }

    private static String hardeningCode(JsonObject vector) {
        JsonArray errors = Cases.object(vector, "expected").array("errors").orElseThrow();
        return Cases.text(errors.get(0).asObject().orElseThrow(), "code").replace("CRYPTO_", "E_");
    }

    private static JsonObject header(JsonObject input) {
        JsonObject header = Samples.json(Samples.header(Wire.V0_2));
        JsonObject overrides = input.object("header_overrides").orElse(JsonObject.EMPTY);
        for (var member : overrides.members().entrySet()) {
            header = member.getValue() == JsonNull.NULL
                    ? header.without(member.getKey())
                    : header.with(member.getKey(), member.getValue());
        }
        return header;
    }

    private static JsonObject claims(JsonObject input) {
        JsonObject claims = Cases.object(input, "claims");
        return input.has("jws_size_exceeds_bytes") ? claims.with("sub", "x".repeat(262_145)) : claims;
    }

    /// These vectors use the type `org.peacprotocol/payment` without its group, which PEAC judges after
    /// everything that they are about: reaching that rule means that header and claims are good.
    private static String answer(JsonObject header, JsonObject claims) {
        String jws = Samples.sign(Samples.KEY, JsonWriter.compactBytes(header), JsonWriter.compactBytes(claims));
        ReceiptCheck check = Samples.verifier(KeySet.anyIssuer(Samples.KEY.verificationKey()))
                .verify(jws);
        if (check instanceof ReceiptCheck.Invalid invalid
                && !invalid.code().name().equals("E_EXTENSION_GROUP_REQUIRED")) {
            return invalid.code().name();
        }
        return "valid";
    }
}
