package dev.waybill.receipt.key;

import dev.waybill.base.Base64Url;
import dev.waybill.base.json.JsonObject;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A private Ed25519 key that signs receipts. Its text never shows the secret.
public final class SigningKey {

    private final byte[] seed;
    private final PrivateKey key;
    private final VerificationKey verificationKey;

    private SigningKey(byte[] seed, PrivateKey key, VerificationKey verificationKey) {
        this.seed = seed;
        this.key = key;
        this.verificationKey = verificationKey;
    }

    /// A new key, named after its thumbprint.
    public static SigningKey generate(SecureRandom random) {
        byte[] seed = new byte[Ed25519.SEED_LENGTH];
        random.nextBytes(seed);
        String kid = VerificationKey.of("new", Ed25519.publicPoint(seed)).thumbprintText();
        return ofSeed(kid, seed);
    }

    /// The key of a 32-byte seed, as RFC 8032 stores it.
    public static SigningKey ofSeed(String kid, byte[] seed) {
        if (seed.length != Ed25519.SEED_LENGTH) {
            throw new IllegalArgumentException("an Ed25519 private key has 32 bytes, found " + seed.length);
        }
        byte[] copy = seed.clone();
        return new SigningKey(copy, Ed25519.privateKey(copy), VerificationKey.of(kid, Ed25519.publicPoint(copy)));
    }

    /// Reads a private JWK and checks that its two halves belong together.
    ///
    /// @throws IllegalArgumentException when it is not an Ed25519 private key
    public static SigningKey fromJwk(JsonObject jwk) {
        VerificationKey declared = VerificationKey.fromJwk(jwk);
        String d = jwk.string("d")
                .orElseThrow(() -> new IllegalArgumentException("this JWK is a public key: it has no d"));
        SigningKey key = ofSeed(declared.kid(), Base64Url.decode(d));
        if (!Arrays.equals(key.verificationKey.point(), declared.point())) {
            throw new IllegalArgumentException("the JWK's x is not the public key of its d");
        }
        return new SigningKey(key.seed, key.key, declared);
    }

    /// The private JWK: keep it secret.
    public JsonObject toPrivateJwk() {
        return verificationKey.toJwk().with("d", new dev.waybill.base.json.JsonString(Base64Url.encode(seed)));
    }

    /// The same key, from now on told to stop signing at an instant.
    public SigningKey retiringAt(long epochSeconds) {
        Validity bounds = verificationKey.validity();
        return with(new Validity(bounds.notBefore(), epochSeconds, bounds.revokedAt(), bounds.revokedFor()));
    }

    /// The same key, told that nothing before an instant was signed with it.
    public SigningKey startingAt(long epochSeconds) {
        Validity bounds = verificationKey.validity();
        return with(new Validity(epochSeconds, bounds.retiredAt(), bounds.revokedAt(), bounds.revokedFor()));
    }

    /// The same key, which signs no more: what it signed is believed only where somebody else shows that it is older.
    ///
    /// @param reason such as `key_compromise`; null for none given
    public SigningKey revokedAt(long epochSeconds, @Nullable String reason) {
        return with(verificationKey.validity().revokedAt(epochSeconds, reason));
    }

    /// The newest of some keys that may sign at a time.
    ///
    /// @param keys the newest last
    public static Optional<SigningKey> newestAt(List<SigningKey> keys, long epochSeconds) {
        for (SigningKey key : keys.reversed()) {
            if (key.maySignAt(epochSeconds)) {
                return Optional.of(key);
            }
        }
        return Optional.empty();
    }

    /// What others need to know of one owner's keys: each public half, with the word of those before it that it goes on
    /// under their names.
    ///
    /// @param keys the newest last
    public static List<VerificationKey> published(List<SigningKey> keys) {
        List<VerificationKey> published = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            published.add(keys.get(i).verificationKey().succeeding(keys.subList(0, i)));
        }
        return published;
    }

    /// Whether a verifier would accept what this key signs with that time.
    public boolean maySignAt(long epochSeconds) {
        Validity bounds = verificationKey.validity();
        return bounds.inUseAt(epochSeconds) && !bounds.revokedAt(epochSeconds);
    }

    private SigningKey with(Validity bounds) {
        return new SigningKey(seed, key, verificationKey.with(bounds));
    }

    public byte[] sign(byte[] message) {
        return Ed25519.sign(key, message, message.length);
    }

    /// Signs the first bytes of a buffer, which spares a copy of the signing input.
    public byte[] sign(byte[] buffer, int length) {
        return Ed25519.sign(key, buffer, length);
    }

    public String kid() {
        return verificationKey.kid();
    }

    public VerificationKey verificationKey() {
        return verificationKey;
    }

    @Override
    public String toString() {
        return "private " + verificationKey;
    }
}
