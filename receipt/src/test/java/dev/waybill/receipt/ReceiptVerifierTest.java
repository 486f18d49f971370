package dev.waybill.receipt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.claims.Warning;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.receipt.key.Validity;
import dev.waybill.receipt.key.VerificationKey;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReceiptVerifierTest {

    private static final VerificationKey OLD = Samples.KEY.verificationKey();
    private static final VerificationKey NEW = Samples.OTHER_KEY.verificationKey();

    @ParameterizedTest
    @EnumSource(Wire.class)
    void aReceiptFromTheFutureIsRefused(Wire wire) {
        assertThat(at(wire, Samples.NOW + 300, VerifierOptions.at(Samples.NOW))).isNull();
        assertThat(at(wire, Samples.NOW + 301, VerifierOptions.at(Samples.NOW))).isEqualTo(Code.E_NOT_YET_VALID);
    }

    @Test
    void anExpiredReceiptIsRefusedOrToleratedAsEvidence() {
        Receipt receipt = issue(Samples.KEY, Wire.V0_1, 1_000);
        long expiry = java.util.Objects.requireNonNull(receipt.expiresAt());
        KeySet keys = KeySet.of(Samples.ISSUER, OLD);
        var late = VerifierOptions.at(expiry + 301);
        assertThat(new ReceiptVerifier(keys, VerifierOptions.at(expiry + 300)).verify(receipt.compact()))
                .isInstanceOf(ReceiptCheck.Valid.class);
        assertThat(Samples.code(new ReceiptVerifier(keys, late).verify(receipt.compact())))
                .isEqualTo(Code.E_EXPIRED);
        assertThat(Samples.valid(new ReceiptVerifier(keys, late.asEvidence()).verify(receipt.compact()))
                        .warnings())
                .containsExactly(new Warning("expired", "/exp"));
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void onlyTheExpectedIssuerIsAccepted(Wire wire) {
        var options = VerifierOptions.at(Samples.NOW);
        assertThat(at(wire, Samples.NOW, options.expecting(Samples.ISSUER))).isNull();
        assertThat(at(wire, Samples.NOW, options.expecting("https://other.example.com")))
                .isEqualTo(Code.E_INVALID_ISSUER);
        assertThatIllegalArgumentException().isThrownBy(() -> new VerifierOptions(0, -1, false, null, false));
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void aKeyOfOneIssuerNeverValidatesAnothersReceipt(Wire wire) {
        Receipt receipt = issue(Samples.KEY, wire, Samples.NOW);
        KeySet keys = KeySet.of("https://other.example.com", OLD);
        assertThat(code(keys, receipt)).isEqualTo(Code.E_KEY_NOT_FOUND);
        assertThat(code(keys.and(Samples.ISSUER, List.of(NEW)), receipt)).isEqualTo(Code.E_KEY_NOT_FOUND);
        assertThat(code(keys.and(KeySet.anyIssuer(OLD)).and(Samples.ISSUER, List.of(NEW)), receipt))
                .isEqualTo(Code.E_KEY_NOT_FOUND);
        assertThat(code(KeySet.empty(), receipt)).isEqualTo(Code.E_KEY_NOT_FOUND);
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void aPlainKeySetVerifiesAnyIssuer(Wire wire) {
        JsonObject jwks = KeySet.anyIssuer(OLD, NEW).toJwks();
        var check = Samples.verifier(KeySet.fromJson(jwks))
                .verify(issue(Samples.KEY, wire, Samples.NOW).compact());
        assertThat(Samples.valid(check).key()).isEqualTo(OLD);
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void theOnlyKeyIsTriedUnderAnotherNameWithAWarning(Wire wire) {
        KeySet keys = KeySet.of(Samples.ISSUER, VerificationKey.of("renamed", OLD.point()));
        var valid = Samples.valid(Samples.verifier(keys)
                .verify(issue(Samples.KEY, wire, Samples.NOW).compact()));
        assertThat(valid.warnings()).contains(new Warning("kid_not_in_key_set", "/kid"));
        KeySet two = keys.and(Samples.ISSUER, List.of(NEW));
        assertThat(code(two, issue(Samples.KEY, wire, Samples.NOW))).isEqualTo(Code.E_KEY_NOT_FOUND);
    }

    /// The old key signs until 2000, the new one from 1000 on.
    @ParameterizedTest
    @EnumSource(Wire.class)
    void keysRotateWithAnOverlap(Wire wire) {
        KeySet keys = KeySet.of(
                Samples.ISSUER, OLD.with(new Validity(null, 2_000L, null)), NEW.with(new Validity(1_000L, null, null)));
        assertThat(code(keys, issue(Samples.KEY, wire, 999))).isNull();
        assertThat(code(keys, issue(Samples.OTHER_KEY, wire, 999))).isEqualTo(Code.E_KEY_NOT_VALID_AT);
        assertThat(code(keys, issue(Samples.KEY, wire, 1_500))).isNull();
        assertThat(code(keys, issue(Samples.OTHER_KEY, wire, 1_500))).isNull();
        assertThat(code(keys, issue(Samples.KEY, wire, 1_999))).isNull();
        assertThat(code(keys, issue(Samples.KEY, wire, 2_000))).isEqualTo(Code.E_KEY_NOT_VALID_AT);
        assertThat(code(keys, issue(Samples.OTHER_KEY, wire, 2_000))).isNull();
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void aRevokedKeyHoldsForNothingWhateverTheDateInTheReceipt(Wire wire) {
        KeySet keys = KeySet.of(Samples.ISSUER, OLD.with(new Validity(null, null, 1_000L)));
        for (int at : new int[] {1, 999, 1_000, 2_000}) {
            assertThat(code(keys, issue(Samples.KEY, wire, at))).isEqualTo(Code.E_KEY_REVOKED);
        }
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void aNameThatWasRevokedIsRefusedEvenWithoutItsKey(Wire wire) {
        JsonObject revoked = JsonObject.of("issuer", Samples.ISSUER)
                .with("keys", JsonArray.of(NEW.toJwk()))
                .with(
                        "revoked_keys",
                        JsonArray.of(JsonObject.of("kid", OLD.kid()).with("revoked_at", "1970-01-01T00:16:40Z")));
        KeySet keys = KeySet.fromJson(revoked);
        assertThat(code(keys, issue(Samples.KEY, wire, 999))).isEqualTo(Code.E_KEY_REVOKED);
        assertThat(code(keys, issue(Samples.OTHER_KEY, wire, 999))).isNull();
    }

    @Test
    void headerAndPayloadMustNameTheSameWire() {
        for (Wire wire : Wire.values()) {
            Wire other = wire == Wire.V0_1 ? Wire.V0_2 : Wire.V0_1;
            String payload = issue(Samples.KEY, wire, Samples.NOW).claims().toString();
            var check = Samples.verifier().verify(Samples.sign(Samples.KEY, Samples.header(other), payload));
            assertThat(Samples.code(check)).isEqualTo(Code.E_WIRE_VERSION_MISMATCH);
            assertThat(Samples.invalid(check).wire()).isEqualTo(other);
        }
    }

    /// Which error is named is part of the contract: format before signature, signature before claims.
    @Test
    void theFirstErrorInTheOrderOfTheReferenceIsReported() {
        String badClaims = "{\"peac_version\":\"0.2\",\"iss\":\"" + Samples.ISSUER + "\"}";
        String signed = Samples.sign(Samples.KEY, Samples.header(Wire.V0_2), badClaims);
        String forged =
                Samples.sign(SigningKey.ofSeed(Samples.KEY.kid(), new byte[32]), Samples.header(Wire.V0_2), badClaims);
        assertThat(Samples.code(Samples.verifier().verify(signed))).isEqualTo(Code.E_INVALID_FORMAT);
        assertThat(Samples.code(Samples.verifier().verify(forged))).isEqualTo(Code.E_INVALID_SIGNATURE);
        String forgedDuplicate = Samples.sign(
                Samples.OTHER_KEY, Samples.header(Wire.V0_2), "{\"peac_version\":\"0.2\",\"a\":1,\"a\":2}");
        assertThat(Samples.code(Samples.verifier().verify(forgedDuplicate)))
                .isEqualTo(Code.E_IJSON_DUPLICATE_MEMBER_NAME);
    }

    @Test
    void aRememberedHeaderChangesNoAnswer() {
        ReceiptVerifier verifier = Samples.verifier();
        String good = issue(Samples.KEY, Wire.V0_1, Samples.NOW).compact();
        String evil = Samples.sign(
                Samples.KEY,
                "{\"typ\":\"peac-receipt/0.1\",\"alg\":\"none\",\"kid\":\"key-2026\"}",
                issue(Samples.KEY, Wire.V0_1, Samples.NOW).claims().toString());
        for (int i = 0; i < 3; i++) {
            assertThat(verifier.verify(good)).isInstanceOf(ReceiptCheck.Valid.class);
            assertThat(Samples.code(verifier.verify(evil))).isEqualTo(Code.E_INVALID_FORMAT);
        }
    }

    @Test
    void aVerifiedReceiptDoesNotChangeWithTheCallersBytes() {
        String compact = issue(Samples.KEY, Wire.V0_1, Samples.NOW).compact();
        byte[] bytes = compact.getBytes(StandardCharsets.US_ASCII);
        Receipt verified = Samples.valid(Samples.verifier().verify(bytes)).receipt();
        Receipt decoded = Receipt.decode(bytes);
        bytes[0] = 'x';
        assertThat(verified.compact()).isEqualTo(compact);
        assertThat(decoded.compact()).isEqualTo(compact);
    }

    private static Receipt issue(SigningKey key, Wire wire, long issuedAt) {
        return new ReceiptIssuer(key, wire, Samples.ISSUER)
                .issue(ReceiptDraft.builder(Samples.RECEIPT_ID, issuedAt)
                        .workflow(Samples.context())
                        .build());
    }

    /// The code of the refusal, or null for a valid receipt. Judged in 1970, when nothing has expired.
    private static @org.jspecify.annotations.Nullable Code code(KeySet keys, Receipt receipt) {
        var options = VerifierOptions.at(Math.max(receipt.issuedAt(), 5_000));
        return codeOf(new ReceiptVerifier(keys, options).verify(receipt.compact()));
    }

    private static @org.jspecify.annotations.Nullable Code at(Wire wire, long issuedAt, VerifierOptions options) {
        var verifier = new ReceiptVerifier(KeySet.of(Samples.ISSUER, OLD), options);
        return codeOf(verifier.verify(issue(Samples.KEY, wire, issuedAt).compact()));
    }

    private static @org.jspecify.annotations.Nullable Code codeOf(ReceiptCheck check) {
        return check instanceof ReceiptCheck.Invalid invalid ? invalid.code() : null;
    }
}
