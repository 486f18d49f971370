package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.runtime.receipt.HostKeys;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Which of a host's keys signs.
class HostKeysTest {

    private static final long ROTATION = 1_700_000_000;
    private static final long OVERLAP = 60;

    private final SigningKey old = key("old", 1).retiringAt(ROTATION + OVERLAP);
    private final SigningKey next = key("next", 2).startingAt(ROTATION);

    @Test
    void aKeyWhoseTimeHasNotComeSignsNothing() {
        assertThat(signs(keys("https://acme.example", old, next), ROTATION - 1).key())
                .isSameAs(old);
        assertThat(signs(keys("https://acme.example", old, next), ROTATION).key())
                .isSameAs(next);
    }

    @Test
    void aRetiredKeySignsNothingHoweverTheNewOneIsPlaced() {
        SigningKey later = key("later", 3).startingAt(ROTATION + 1_000);
        assertThat(signs(keys(null, old, later), ROTATION + OVERLAP - 1).key()).isSameAs(old);
        assertThatExceptionOfType(KeyLost.class)
                .isThrownBy(() -> signs(keys(null, old, later), ROTATION + OVERLAP))
                .withMessageContaining("none of its signing keys is in use");
    }

    @Test
    void aRunKeepsTheNameThatWasMadeFromTheKeyBefore() {
        HostKeys keys = keys(null, old, next);
        String before = signs(keys, ROTATION - 1).issuer();

        ReceiptIssuer after = keys.issuer("acme", Wire.V0_1, before, Instant.ofEpochSecond(ROTATION));

        assertThat(after.key()).isSameAs(next);
        assertThat(after.issuer()).isEqualTo(before);
        assertThat(signs(keys, ROTATION).issuer()).isNotEqualTo(before);
        assertThat(keys.publicKeys().candidates(before, "next")).containsExactly(next.verificationKey());
    }

    @Test
    void aKeyNeverSignsUnderTheNameOfAKeyBehindIt() {
        HostKeys keys = keys(null, old, next);
        String later = signs(keys, ROTATION).issuer();

        assertThatExceptionOfType(KeyLost.class)
                .isThrownBy(() -> keys.issuer("acme", Wire.V0_1, later, Instant.ofEpochSecond(ROTATION - 1)));
        assertThat(keys.publicKeys().candidates(later, "old")).doesNotContain(old.verificationKey());
    }

    @Test
    void whatIsPublishedNamesWhomEachKeySignsForAndNobodyElse() {
        HostKeys keys = keys("https://acme.example", old);
        KeySet published = KeySet.fromJson(keys.publicKeys().toJwks());
        assertThat(published.issuers()).contains("https://acme.example").hasSize(2);
        assertThat(published.candidates("https://acme.example", "old")).containsExactly(old.verificationKey());
        assertThat(published.candidates("https://bank.example", "old")).isEmpty();
    }

    private static ReceiptIssuer signs(HostKeys keys, long at) {
        return keys.issuer("acme", Wire.V0_1, Instant.ofEpochSecond(at));
    }

    private static HostKeys keys(@Nullable String issuer, SigningKey... keys) {
        return new HostKeys(List.of(keys), issuer, new byte[32]);
    }

    private static SigningKey key(String kid, int fill) {
        byte[] seed = new byte[32];
        Arrays.fill(seed, (byte) fill);
        return SigningKey.ofSeed(kid, seed);
    }
}
