package dev.waybill.receipt.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.testkit.Seeds;
import java.security.Signature;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class VerificationKeyTest {

    private static final SigningKey KEY = SigningKey.ofSeed("key-1", new byte[32]);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0100000000000000000000000000000000000000000000000000000000000000",
                "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                "0000000000000000000000000000000000000000000000000000000000000080",
                "0000000000000000000000000000000000000000000000000000000000000000",
                "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
                "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
                "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
                "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
            })
    void smallOrderPointsAreNoKeys(String point) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VerificationKey.of("small", hex(point)))
                .withMessageContaining("small-order");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            })
    void nonCanonicalPointsAreNoKeys(String point) {
        assertThatIllegalArgumentException().isThrownBy(() -> VerificationKey.of("odd", hex(point)));
    }

    @Test
    void pointsOffTheCurveAreNoKeys() {
        byte[] point = new byte[32];
        point[0] = 2;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VerificationKey.of("off", point))
                .withMessageContaining("no point of the curve");
    }

    @Test
    void anyBytesAreAKeyThatVerifiesOrNoKey() {
        Seeds.check(60, random -> {
            byte[] point = new byte[32];
            random.nextBytes(point);
            try {
                assertThat(VerificationKey.of("random", point).verify(new byte[] {1}, new byte[64]))
                        .isFalse();
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageContaining("public key");
            }
        });
    }

    @Test
    void signaturesOfAnotherLengthAreFalse() {
        byte[] message = {1, 2, 3};
        byte[] signature = KEY.sign(message);
        for (int length : new int[] {0, 1, 63, 65, 128}) {
            assertThat(KEY.verificationKey().verify(message, java.util.Arrays.copyOf(signature, length)))
                    .isFalse();
        }
        assertThat(KEY.verificationKey().verify(message, signature)).isTrue();
    }

    /// S + L satisfies the equation too: without the bound, every signature would have a second spelling.
    @Test
    void aScalarBeyondTheGroupOrderIsFalse() {
        byte[] message = {1, 2, 3};
        byte[] signature = KEY.sign(message);
        byte[] order = hex("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
        int carry = 0;
        for (int i = 0; i < 32; i++) {
            int sum = (signature[32 + i] & 0xFF) + (order[i] & 0xFF) + carry;
            signature[32 + i] = (byte) sum;
            carry = sum >> 8;
        }
        assertThat(KEY.verificationKey().verify(message, signature)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Providers.class)
    void providersAgreeOnGoodAndMutatedSignatures(Providers provider) {
        var worker = new Ed25519Worker(provider.load());
        var jdk = new Ed25519Worker(Providers.JDK.load());
        Seeds.check(40, random -> {
            byte[] message = new byte[1 + random.nextInt(100)];
            random.nextBytes(message);
            byte[] signature = KEY.sign(message);
            assertThat(answer(worker, message, signature)).isTrue();
            signature[random.nextInt(64)] ^= (byte) (1 << random.nextInt(8));
            assertThat(answer(worker, message, signature)).isEqualTo(answer(jdk, message, signature));
        });
    }

    @ParameterizedTest
    @EnumSource(Providers.class)
    void providersMakeTheSameSignature(Providers provider) throws Exception {
        byte[] message = {4, 5, 6};
        var worker = new Ed25519Worker(provider.load());
        assertThat(worker.sign(Ed25519.privateKey(new byte[32]), message, message.length))
                .isEqualTo(KEY.sign(message));
    }

    @ParameterizedTest
    @EnumSource(Providers.class)
    void aWorkerThatServesManyKeysConfusesNone(Providers provider) {
        var worker = new Ed25519Worker(provider.load());
        SigningKey other = SigningKey.ofSeed("key-2", hex("01".repeat(32)));
        var key = Ed25519.publicKey(KEY.verificationKey().point());
        var otherKey = Ed25519.publicKey(other.verificationKey().point());
        byte[] message = {7};
        for (int i = 0; i < 3; i++) {
            assertThat(answer(worker, key, message, KEY.sign(message))).isTrue();
            assertThat(answer(worker, otherKey, message, KEY.sign(message))).isFalse();
            assertThat(answer(worker, otherKey, message, other.sign(message))).isTrue();
        }
    }

    @Test
    void theProviderInUseIsAnAdmittedOne() throws Exception {
        assertThat(Ed25519.providerName()).isIn("AmazonCorrettoCryptoProvider", "Conscrypt", "SunEC");
        assertThat(Signature.getInstance("Ed25519", Ed25519.providerName())).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({"kty,EC", "crv,Ed448", "crv,X25519", "use,enc", "alg,ES256", "x,AAAA", "x,not base64"})
    void jwksOfAnotherKindAreRefused(String member, String value) {
        JsonObject jwk = KEY.verificationKey().toJwk().with(member, value);
        assertThatIllegalArgumentException().isThrownBy(() -> VerificationKey.fromJwk(jwk));
    }

    @Test
    void aKeySpelledInAnotherBase64IsRefused() {
        String x = KEY.verificationKey().toJwk().string("x").orElseThrow();
        JsonObject padded = KEY.verificationKey().toJwk().with("x", x + "=");
        assertThatIllegalArgumentException().isThrownBy(() -> VerificationKey.fromJwk(padded));
    }

    @Test
    void membersOfTheWrongKindAreNotReadAsAbsent() {
        JsonObject jwk = KEY.verificationKey().toJwk();
        JsonValue[] badRevocations = {
            JsonBool.TRUE, JsonNumber.of(1), JsonObject.EMPTY, new JsonString("2026-01-01"),
        };
        for (JsonValue revoked : badRevocations) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> VerificationKey.fromJwk(jwk.with("revoked", revoked)))
                    .withMessageContaining("revoked");
        }
        assertThatIllegalArgumentException().isThrownBy(() -> VerificationKey.fromJwk(jwk.with("kid", 5)));
        assertThatIllegalArgumentException().isThrownBy(() -> VerificationKey.fromJwk(jwk.with("exp", "never")));
    }

    @Test
    void validityTravelsWithTheJwk() {
        VerificationKey key = KEY.verificationKey().with(new Validity(10L, 20L, 15L));
        assertThat(VerificationKey.fromJwk(key.toJwk())).isEqualTo(key);
        assertThat(VerificationKey.fromJwk(KEY.verificationKey().toJwk())).isEqualTo(KEY.verificationKey());
    }

    @Test
    void validityIncludesItsStartAndExcludesItsEnd() {
        var validity = new Validity(10L, 20L, 15L);
        assertThat(validity.inUseAt(9)).isFalse();
        assertThat(validity.inUseAt(10)).isTrue();
        assertThat(validity.inUseAt(19)).isTrue();
        assertThat(validity.inUseAt(20)).isFalse();
        assertThat(validity.revokedAt(14)).isFalse();
        assertThat(validity.revokedAt(15)).isTrue();
        assertThatIllegalArgumentException().isThrownBy(() -> new Validity(20L, 10L, null));
    }

    private static boolean answer(Ed25519Worker worker, byte[] message, byte[] signature) {
        return answer(worker, Ed25519.publicKey(KEY.verificationKey().point()), message, signature);
    }

    private static boolean answer(Ed25519Worker worker, java.security.PublicKey key, byte[] message, byte[] signature) {
        try {
            return worker.verify(key, message, message.length, signature);
        } catch (java.security.SignatureException e) {
            return false;
        } catch (java.security.InvalidKeyException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }
}
