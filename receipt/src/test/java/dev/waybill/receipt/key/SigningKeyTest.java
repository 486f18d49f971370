package dev.waybill.receipt.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.waybill.base.Base64Url;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class SigningKeyTest {

    /// RFC 8037, appendix A.1.
    private static final String RFC_JWK = """
            {"kty":"OKP","crv":"Ed25519","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
             "x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}""";

    @Test
    void thumbprintIsThatOfRfc8037() {
        VerificationKey key = SigningKey.fromJwk(json(RFC_JWK)).verificationKey();
        assertThat(key.thumbprintText()).isEqualTo("kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
        assertThat(key.kid()).isEqualTo(key.thumbprintText());
    }

    @Test
    void signsTheExampleOfRfc8037() {
        SigningKey key = SigningKey.fromJwk(json(RFC_JWK));
        byte[] input = "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc".getBytes(StandardCharsets.US_ASCII);
        assertThat(Base64Url.encode(key.sign(input)))
                .isEqualTo("hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg");
    }

    @Test
    void signsTheVectorsOfRfc8032() {
        String[][] vectors = {
            {
                "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
                "",
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
            },
            {
                "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
                "72",
                "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
            },
        };
        for (String[] vector : vectors) {
            SigningKey key = SigningKey.ofSeed("vector", hex(vector[0]));
            assertThat(key.sign(hex(vector[1]))).isEqualTo(hex(vector[2]));
            assertThat(key.verificationKey().verify(hex(vector[1]), hex(vector[2])))
                    .isTrue();
        }
    }

    @Test
    void aPrivateJwkReadBackIsTheSameKey() {
        SigningKey key = SigningKey.generate(new SecureRandom());
        SigningKey again = SigningKey.fromJwk(key.toPrivateJwk());
        assertThat(again.verificationKey()).isEqualTo(key.verificationKey());
        assertThat(again.toPrivateJwk()).isEqualTo(key.toPrivateJwk());
        assertThat(again.sign(new byte[] {1})).isEqualTo(key.sign(new byte[] {1}));
    }

    @Test
    void aJwkWhoseHalvesDoNotBelongTogetherIsRefused() {
        JsonObject other = SigningKey.generate(new SecureRandom()).toPrivateJwk();
        JsonObject mixed = json(RFC_JWK).with("x", other.string("x").orElseThrow());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SigningKey.fromJwk(mixed))
                .withMessageContaining("x is not the public key of its d");
    }

    @Test
    void aPublicJwkIsNoSigningKey() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SigningKey.fromJwk(json(RFC_JWK).without("d")))
                .withMessageContaining("no d");
    }

    @Test
    void aSeedOfAnotherLengthIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> SigningKey.ofSeed("short", new byte[31]));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SigningKey.fromJwk(json(RFC_JWK).with("d", "nWGx")));
    }

    @Test
    void theSecretShowsInNoText() {
        SigningKey key = SigningKey.fromJwk(json(RFC_JWK));
        assertThat(key.toString()).doesNotContain("nWGxne");
        assertThat(key.verificationKey().toJwk().has("d")).isFalse();
    }

    @Test
    void generatedKeysDifferAndAreNamedAfterTheirThumbprint() {
        SigningKey one = SigningKey.generate(new SecureRandom());
        SigningKey other = SigningKey.generate(new SecureRandom());
        assertThat(one.verificationKey()).isNotEqualTo(other.verificationKey());
        assertThat(one.kid()).isEqualTo(one.verificationKey().thumbprintText());
    }

    @Test
    void whatIsSignedVerifiesAndNothingElseDoes() {
        Seeds.check(25, random -> {
            byte[] seed = new byte[32];
            random.nextBytes(seed);
            SigningKey key = SigningKey.ofSeed("seeded", seed);
            byte[] message = new byte[random.nextInt(200)];
            random.nextBytes(message);
            byte[] signature = key.sign(message);
            assertThat(key.verificationKey().verify(message, signature)).isTrue();
            signature[random.nextInt(64)] ^= (byte) (1 << random.nextInt(8));
            assertThat(key.verificationKey().verify(message, signature)).isFalse();
        });
    }

    private static JsonObject json(String text) {
        return JsonReader.readObject(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }
}
