package dev.waybill.receipt.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeySetTest {

    private static final String ALICE = "https://alice.example";
    private static final String BOB = "https://bob.example";
    private static final VerificationKey ONE = key("one", 1);
    private static final VerificationKey TWO = key("two", 2);

    @Test
    void aKeyIsFoundByIssuerAndName() {
        KeySet keys = KeySet.of(ALICE, ONE, TWO);
        assertThat(keys.candidates(ALICE, "two")).containsExactly(TWO);
        assertThat(keys.candidates(ALICE, "three")).isEmpty();
        assertThat(keys.candidates(BOB, "two")).isEmpty();
    }

    @Test
    void theOnlyKeyOfAnIssuerIsTriedUnderAnyName() {
        assertThat(KeySet.of(ALICE, ONE).candidates(ALICE, "three")).containsExactly(ONE);
    }

    @Test
    void aPlainKeySetServesOnlyIssuersWithoutKeysOfTheirOwn() {
        KeySet keys = KeySet.anyIssuer(ONE).and(BOB, List.of(TWO));
        assertThat(keys.candidates(ALICE, "one")).containsExactly(ONE);
        assertThat(keys.candidates(BOB, "one")).containsExactly(TWO);
        assertThat(keys.issuers()).containsExactly(BOB);
        assertThat(keys.all()).containsExactly(ONE, TWO);
    }

    @Test
    void twoKeysMayBearOneName() {
        VerificationKey twin = key("one", 3);
        assertThat(KeySet.of(ALICE, ONE, twin).candidates(ALICE, "one")).containsExactly(ONE, twin);
    }

    @Test
    void documentsReadBackAreTheSameSet() {
        KeySet keys = KeySet.of(ALICE, ONE).and(BOB, List.of(TWO)).and(KeySet.anyIssuer(key("any", 4)));
        assertThat(KeySet.fromJson(keys.toJson()).toJson()).isEqualTo(keys.toJson());
        assertThat(KeySet.fromJson(keys.toJwks()).toJson()).isEqualTo(keys.toJson());
        assertThat(keys.toJwks().array("keys").orElseThrow()).hasSize(3);
    }

    @Test
    void aPublishedKeySetNamesItsIssuer() {
        assertThat(KeySet.of(ALICE, ONE).toJwks().string("issuer")).contains(ALICE);
        KeySet published = KeySet.fromJson(KeySet.of(ALICE, ONE).toJwks());
        assertThat(published.candidates(ALICE, "one")).containsExactly(ONE);
        assertThat(published.candidates(BOB, "one")).isEmpty();
        assertThat(published.binding(ALICE)).isEqualTo(KeySet.Binding.KEY_FILE);
        assertThat(published.and(ALICE, List.of(TWO)).candidates(ALICE, "one")).containsExactly(TWO);
    }

    @Test
    void aRevokedKeyIsPublishedWhereNoReaderTrustsItUnseen() {
        VerificationKey revoked = ONE.with(new Validity(null, null, 1_772_280_000L, "key_compromise"));
        JsonObject jwks = KeySet.of(ALICE, revoked, TWO).toJwks();
        assertThat(jwks.toString())
                .contains(
                        "\"revoked_keys\":[{\"kid\":\"one\",\"revoked_at\":\"2026-02-28T12:00:00Z\",\"reason\":\"key_compromise\"");
        assertThat(jwks.array("keys").orElseThrow()).hasSize(1);
        assertThat(KeySet.fromJson(jwks).all()).containsExactlyInAnyOrder(revoked, TWO);
    }

    @Test
    void aRevocationCountsFromWhicheverFileItComes() {
        JsonObject peac = read("{\"version\":\"peac-issuer/0.1\",\"issuer\":\"" + ALICE
                + "\",\"revoked_keys\":[{\"kid\":\"one\",\"revoked_at\":\"2026-02-28T12:00:00Z\"}]}");
        for (KeySet keys : List.of(
                KeySet.of(ALICE, ONE).and(KeySet.fromJson(peac)),
                KeySet.fromJson(peac).and(KeySet.fromJson(KeySet.of(ALICE, ONE).toJwks())),
                KeySet.fromJson(peac).and(KeySet.anyIssuer(ONE)))) {
            assertThat(keys.candidates(ALICE, "one"))
                    .singleElement()
                    .satisfies(key -> assertThat(key.validity().revokedAt()).isEqualTo(1_772_280_000L));
        }
        assertThat(KeySet.fromJson(peac).revokedAt(ALICE, "one")).isEqualTo(1_772_280_000L);
        assertThat(KeySet.fromJson(peac).revokedAt(BOB, "one")).isNull();
    }

    @Test
    void aKeySetMayBeASingleKeyOrNameItsIssuer() {
        assertThat(KeySet.fromJson(ONE.toJwk()).candidates(ALICE, "one")).containsExactly(ONE);
        JsonObject named = KeySet.anyIssuer(ONE).toJwks().with("issuer", new dev.waybill.base.json.JsonString(ALICE));
        assertThat(KeySet.fromJson(named).candidates(ALICE, "one")).containsExactly(ONE);
        assertThat(KeySet.fromJson(named).candidates(BOB, "one")).isEmpty();
        assertThat(KeySet.fromJson(named, BOB).candidates(BOB, "one")).containsExactly(ONE);
    }

    @Test
    void anIssuerThatIsNoTextIsRefusedAndNotReadAsAnyIssuer() {
        JsonObject named = KeySet.anyIssuer(ONE).toJwks().with("issuer", 7);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeySet.fromJson(named))
                .withMessageContaining("issuer");
    }

    @Test
    void mergingNeverBringsARevokedKeyBack() {
        VerificationKey revoked = ONE.with(new Validity(null, null, 50L));
        for (KeySet keys : List.of(
                KeySet.of(ALICE, ONE).and(ALICE, List.of(revoked)),
                KeySet.of(ALICE, revoked).and(KeySet.of(ALICE, ONE)),
                KeySet.of(ALICE, ONE, revoked, ONE))) {
            assertThat(keys.all()).containsExactly(revoked);
        }
    }

    @Test
    void mergedValidityIsTheNarrowerOne() {
        var one = new Validity(10L, null, 90L);
        var other = new Validity(20L, 80L, null);
        assertThat(one.narrowedBy(other)).isEqualTo(new Validity(20L, 80L, 90L));
        assertThat(other.narrowedBy(one)).isEqualTo(new Validity(20L, 80L, 90L));
        var apart = new Validity(null, 5L, null).narrowedBy(new Validity(10L, null, null));
        assertThat(apart.inUseAt(4)).isFalse();
        assertThat(apart.inUseAt(10)).isFalse();
        assertThat(Validity.ALWAYS.narrowedBy(Validity.ALWAYS)).isEqualTo(Validity.ALWAYS);
    }

    @Test
    void brokenKeySetsAreRefusedWithTheReason() {
        refused("{\"keys\":[]}", "no keys");
        refused("{\"keys\":[5]}", "key 0 of the set");
        refused("{\"keys\":[{\"kty\":\"RSA\"}]}", "kty OKP");
        refused("{\"issuers\":[5]}", "an entry of issuers");
        refused("{\"issuers\":[{\"keys\":[]}]}", "no issuer");
        refused("{}", "kty");
        refused("{\"revoked_keys\":5,\"keys\":[]}", "revoked_keys");
        refused("{\"revoked_keys\":[{\"kid\":\"a\",\"revoked_at\":7}]}", "2026-02-28T12:00:00Z");
    }

    private static void refused(String json, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeySet.fromJson(read(json)))
                .withMessageContaining(reason);
    }

    private static JsonObject read(String json) {
        return JsonReader.readObject(json.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    private static VerificationKey key(String kid, int seed) {
        byte[] bytes = new byte[32];
        bytes[0] = (byte) seed;
        return SigningKey.ofSeed(kid, bytes).verificationKey();
    }
}
