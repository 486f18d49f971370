package dev.waybill.receipt.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// A key may use the names of those before it that gave them, and of nobody else.
class SuccessionTest {

    private static final SigningKey FIRST = key("first", 1);
    private static final SigningKey SECOND = key("second", 2);
    private static final SigningKey STRANGER = key("stranger", 3);

    @Test
    void aPublishedKeyHasTheNamesOfAllBeforeIt() {
        List<VerificationKey> keys = SigningKey.published(List.of(FIRST, SECOND, STRANGER));

        assertThat(keys.get(0).names()).containsExactly(thumbprint(FIRST));
        assertThat(keys.get(2).names()).containsExactly(thumbprint(FIRST), thumbprint(SECOND), thumbprint(STRANGER));
    }

    @Test
    void aJwkCarriesThem() {
        VerificationKey heir = heir();

        assertThat(VerificationKey.fromJwk(heir.toJwk()).names()).isEqualTo(heir.names());
        assertThat(VerificationKey.fromJwk(heir.toJwk()).toJwk()).isEqualTo(heir.toJwk());
    }

    @Test
    void aStrangerCannotTakeTheWordThatWasGivenToAnother() {
        JsonObject stolen = STRANGER.verificationKey()
                .toJwk()
                .with("succeeds", Objects.requireNonNull(heir().toJwk().get("succeeds")));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> VerificationKey.fromJwk(stolen))
                .withMessageContaining("did not sign that");
    }

    @Test
    void aWordOfTheWrongKeyOrShapeIsRefused() {
        JsonObject entry = JsonObject.builder()
                .put("x", FIRST.verificationKey().toJwk().string("x").orElseThrow())
                .put("sig", Succession.sign(STRANGER, SECOND.verificationKey()).signature())
                .build();
        for (JsonValue wrong : List.of(
                new JsonArray(List.of(entry)),
                new JsonArray(List.of(entry.without("x"))),
                new JsonArray(List.of(entry.without("sig"))),
                new JsonArray(List.of(new JsonString("first"))),
                new JsonString("first"))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> VerificationKey.fromJwk(
                            SECOND.verificationKey().toJwk().with("succeeds", wrong)));
        }
    }

    @Test
    void twoCopiesOfAKeyKnowWhatEitherKnew() {
        KeySet keys =
                KeySet.of("https://a.example", SECOND.verificationKey()).and("https://a.example", List.of(heir()));

        assertThat(keys.all())
                .singleElement()
                .satisfies(key -> assertThat(key.names()).containsExactly(thumbprint(FIRST), thumbprint(SECOND)));
    }

    private static VerificationKey heir() {
        return SigningKey.published(List.of(FIRST, SECOND)).getLast();
    }

    private static Digest thumbprint(SigningKey key) {
        return key.verificationKey().thumbprint();
    }

    private static SigningKey key(String kid, int fill) {
        byte[] seed = new byte[32];
        Arrays.fill(seed, (byte) fill);
        return SigningKey.ofSeed(kid, seed);
    }
}
