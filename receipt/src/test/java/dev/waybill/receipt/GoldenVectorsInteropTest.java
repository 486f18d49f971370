package dev.waybill.receipt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Base64Url;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.receipt.key.VerificationKey;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The deterministic vectors of PEAC's crypto package, verified and signed again.
class GoldenVectorsInteropTest {

    private static final String FILE = "peac/crypto/golden-vectors.json";

    @TestFactory
    Stream<DynamicTest> positiveVectorsVerify() {
        return Cases.tests(Cases.items(FILE, "vectors"), "name", vector -> {
            var valid = Samples.valid(verify(Cases.text(vector, "jws"), Cases.text(vector, "public_key_hex")));
            assertThat(valid.receipt().wire()).isEqualTo(Wire.V0_1);
            assertThat(valid.receipt().claims()).isEqualTo(Cases.object(vector, "payload"));
        });
    }

    @TestFactory
    Stream<DynamicTest> signingWithTheSeedGivesTheSameBytes() {
        return Cases.tests(Cases.items(FILE, "vectors"), "name", vector -> {
            SigningKey key = SigningKey.ofSeed("golden", hex(Cases.text(vector, "seed_hex")));
            assertThat(key.verificationKey().point()).isEqualTo(hex(Cases.text(vector, "public_key_hex")));
            assertThat(Samples.sign(key, bytes(vector, "header"), bytes(vector, "payload")))
                    .isEqualTo(Cases.text(vector, "jws"));
        });
    }

    @TestFactory
    Stream<DynamicTest> negativeVectorsAreRefusedForTheirReason() {
        return Cases.tests(
                Cases.items(FILE, "negative_vectors"),
                "name",
                vector -> assertThat(refusal(vector))
                        .isEqualTo(
                                switch (Cases.text(vector, "name")) {
                                    case "wrong-public-key", "tampered-payload", "tampered-signature" ->
                                        "E_INVALID_SIGNATURE";
                                    default -> "E_INVALID_FORMAT";
                                }));
    }

    @Test
    void aReceiptOfTheTypeScriptImplementationVerifies() {
        JsonObject issued = Cases.document("peac/crypto/ts-issued-receipt.json");
        JsonObject expected = Cases.object(issued, "expected");
        byte[] point = Base64Url.decode(Cases.text(issued, "public_key_b64url"));
        var keys = KeySet.of(Cases.text(expected, "iss"), VerificationKey.of(Cases.text(expected, "kid"), point));
        Receipt receipt = Samples.valid(Samples.verifier(keys).verify(Cases.text(issued, "jws")))
                .receipt();
        assertThat(receipt.issuer()).isEqualTo(Cases.text(expected, "iss"));
        assertThat(receipt.kid()).isEqualTo(Cases.text(expected, "kid"));
        assertThat(receipt.wire().label()).isEqualTo(Cases.text(expected, "wire_version"));
        assertThat(receipt.claims().string("type")).contains(Cases.text(expected, "type"));
        assertThat(receipt.claims().string("kind")).contains(Cases.text(expected, "kind"));
    }

    private static String refusal(JsonObject vector) {
        JsonObject golden = Cases.items(FILE, "vectors").findFirst().orElseThrow();
        String[] parts = Cases.text(golden, "jws").split("\\.", -1);
        String right = Cases.text(golden, "public_key_hex");
        String key = vector.string("wrong_public_key_hex").orElse(right);
        return Samples.code(verify(vector.string("jws").orElseGet(() -> built(vector, golden, parts)), key))
                .name();
    }

    private static String built(JsonObject vector, JsonObject golden, String[] parts) {
        return switch (Cases.text(vector, "name")) {
            case "tampered-payload" -> {
                String payload = new String(bytes(golden, "payload"), StandardCharsets.UTF_8);
                byte[] cheaper = payload.replace("\"amt\":500", "\"amt\":1").getBytes(StandardCharsets.UTF_8);
                yield parts[0] + "." + Base64Url.encode(cheaper) + "." + parts[2];
            }
            case "tampered-signature" -> {
                byte[] signature = Base64Url.decode(parts[2]);
                signature[0] ^= 1;
                yield parts[0] + "." + parts[1] + "." + Base64Url.encode(signature);
            }
            case "wrong-typ-header" -> resigned(golden, "typ", "JWT");
            case "wrong-alg-header" -> resigned(golden, "alg", "HS256");
            default -> throw new AssertionError("no recipe for " + vector);
        };
    }

    /// Well signed, so that only the header can be the reason.
    private static String resigned(JsonObject golden, String member, String value) {
        JsonValue header = Cases.object(golden, "header").with(member, value);
        SigningKey key = SigningKey.ofSeed("golden", hex(Cases.text(golden, "seed_hex")));
        return Samples.sign(key, JsonWriter.compactBytes(header), bytes(golden, "payload"));
    }

    private static ReceiptCheck verify(String jws, String publicKey) {
        VerificationKey key = VerificationKey.of("golden-001", hex(publicKey));
        return Samples.verifier(KeySet.anyIssuer(key)).verify(jws);
    }

    private static byte[] bytes(JsonObject vector, String member) {
        return JsonWriter.compactBytes(Cases.object(vector, member));
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }
}
