package dev.waybill.receipt.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.Cases;
import java.security.GeneralSecurityException;
import java.security.SignatureException;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Every provider accepts exactly the signatures that PEAC's Ed25519 profile accepts.
class Ed25519ProfileInteropTest {

    private static final String FILE = "peac/parity/ed25519-peac-profile.json";

    @TestFactory
    Stream<DynamicContainer> everyProviderDecidesAsTheProfileDoes() {
        return Providers.all().stream()
                .map(provider -> DynamicContainer.dynamicContainer(provider.name(), vectors(provider)));
    }

    @TestFactory
    Stream<DynamicTest> theProviderInUseDecidesAsTheProfileDoes() {
        return Cases.tests(Cases.items(FILE, "vectors"), "id", vector -> {
            boolean accepted;
            try {
                accepted = key(vector).verify(hex(vector, "message_hex"), hex(vector, "signature_hex"));
            } catch (IllegalArgumentException e) {
                accepted = false;
            }
            assertThat(accepted).isEqualTo(expected(vector));
        });
    }

    private static Stream<DynamicTest> vectors(Providers provider) {
        return Cases.tests(
                Cases.items(FILE, "vectors"),
                "id",
                vector -> assertThat(accepts(provider, vector)).isEqualTo(expected(vector)));
    }

    private static boolean accepts(Providers provider, JsonObject vector) throws GeneralSecurityException {
        var worker = new Ed25519Worker(provider.load());
        byte[] message = hex(vector, "message_hex");
        try {
            var key = Ed25519.publicKey(key(vector).point());
            return worker.verify(key, message, message.length, hex(vector, "signature_hex"));
        } catch (IllegalArgumentException | SignatureException e) {
            return false;
        }
    }

    private static VerificationKey key(JsonObject vector) {
        return VerificationKey.of("vector", hex(vector, "public_key_hex"));
    }

    private static boolean expected(JsonObject vector) {
        return Cases.flag(Cases.object(vector, "peac_expected"), "accepted");
    }

    private static byte[] hex(JsonObject vector, String member) {
        return HexFormat.of().parseHex(Cases.text(vector, member));
    }
}
