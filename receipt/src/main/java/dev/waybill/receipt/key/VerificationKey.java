package dev.waybill.receipt.key;

import dev.waybill.base.Base64Url;
import dev.waybill.base.Digest;
import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A public Ed25519 key with its name and the time in which it may have signed.
/// Small-order, non-canonical and off-curve points are refused here, once, so that no verification meets one.
public final class VerificationKey {

    /// More rotations than any host has seen; each costs a verification to read.
    private static final int MOST_SUCCESSIONS = 1_000;

    private final String kid;
    private final byte[] point;
    private final Validity validity;
    private final PublicKey key;
    private final Digest thumbprint;

    /// By the thumbprint of the key whose name this one may use.
    private final Map<Digest, Succession> succeeds;

    private VerificationKey(String kid, byte[] point, Validity validity) {
        this(kid, point, validity, new LinkedHashMap<>());
    }

    private VerificationKey(String kid, byte[] point, Validity validity, Map<Digest, Succession> succeeds) {
        if (point.length != PointProfile.LENGTH) {
            throw new IllegalArgumentException("an Ed25519 public key has 32 bytes, found " + point.length);
        }
        if (!PointProfile.admits(point, 0)) {
            throw new IllegalArgumentException("this public key is a small-order or non-canonical point");
        }
        this.kid = kid;
        this.point = point;
        this.validity = validity;
        this.succeeds = succeeds;
        this.key = Ed25519.publicKey(point);
        if (!Ed25519.isOnCurve(key)) {
            throw new IllegalArgumentException("this public key is no point of the curve");
        }
        this.thumbprint = Digest.of(Jcs.canonicalBytes(
                JsonObject.of("crv", "Ed25519").with("kty", "OKP").with("x", Base64Url.encode(point))));
    }

    public static VerificationKey of(String kid, byte[] point) {
        return new VerificationKey(kid, point.clone(), Validity.ALWAYS);
    }

    /// Reads a JWK. The private part, if present, is ignored. An absent kid becomes the thumbprint.
    ///
    /// @throws IllegalArgumentException when it is not an Ed25519 signature key
    public static VerificationKey fromJwk(JsonObject jwk) {
        require(jwk, "kty", "OKP");
        require(jwk, "crv", "Ed25519");
        allow(jwk, "use", "sig");
        allow(jwk, "alg", "EdDSA");
        allowText(jwk, "kid");
        String x = jwk.string("x").orElseThrow(() -> new IllegalArgumentException("the JWK has no x"));
        byte[] point = Base64Url.decode(x);
        Validity validity = new Validity(seconds(jwk, "nbf"), seconds(jwk, "exp"), revocation(jwk), reason(jwk));
        String kid = jwk.string("kid").orElse("");
        VerificationKey key = new VerificationKey(kid, point, validity);
        return successions(jwk, kid.isEmpty() ? new VerificationKey(key.thumbprintText(), point, validity) : key);
    }

    private static VerificationKey successions(JsonObject jwk, VerificationKey heir) {
        if (!jwk.has("succeeds")) {
            return heir;
        }
        List<JsonValue> entries = jwk.array("succeeds")
                .orElseThrow(() -> new IllegalArgumentException("expected succeeds to be an array"))
                .items();
        if (entries.size() > MOST_SUCCESSIONS) {
            throw new IllegalArgumentException("a key succeeds more than " + MOST_SUCCESSIONS + " others");
        }
        return heir.with(entries.stream()
                .map(entry -> Succession.fromJson(entry.asObject().orElse(JsonObject.EMPTY), heir))
                .toList());
    }

    private static void require(JsonObject jwk, String name, String value) {
        String found = jwk.string(name).orElse("nothing");
        if (!found.equals(value)) {
            throw new IllegalArgumentException("expected a JWK with " + name + " " + value + ", found " + found);
        }
    }

    private static void allow(JsonObject jwk, String name, String value) {
        if (jwk.has(name)) {
            require(jwk, name, value);
        }
    }

    /// A member of another kind is a mistake, and reading it as absent would open what it closes.
    static void allowText(JsonObject object, String name) {
        if (object.has(name) && object.string(name).isEmpty()) {
            throw new IllegalArgumentException("expected " + name + " to be a string");
        }
    }

    private static @Nullable Long revocation(JsonObject jwk) {
        if (!jwk.has("revoked")) {
            return null;
        }
        Long revokedAt = jwk.object("revoked")
                .map(revoked -> seconds(revoked, "revoked_at"))
                .orElse(null);
        if (revokedAt == null) {
            throw new IllegalArgumentException("expected revoked to be an object with revoked_at");
        }
        return revokedAt;
    }

    private static @Nullable String reason(JsonObject jwk) {
        JsonObject revoked = jwk.object("revoked").orElse(JsonObject.EMPTY);
        allowText(revoked, "reason");
        return revoked.string("reason").orElse(null);
    }

    private static @Nullable Long seconds(JsonObject object, String name) {
        if (!object.has(name)) {
            return null;
        }
        if (object.get(name) instanceof JsonNumber number && number.asInteger().isPresent()) {
            return number.asInteger().getAsLong();
        }
        throw new IllegalArgumentException("expected " + name + " in whole seconds since 1970");
    }

    /// The public JWK, with validity bounds where there are any (`nbf`, `exp`, `revoked`).
    public JsonObject toJwk() {
        var jwk = JsonObject.builder()
                .put("kty", "OKP")
                .put("crv", "Ed25519")
                .put("x", Base64Url.encode(point))
                .put("kid", kid)
                .put("alg", "EdDSA")
                .put("use", "sig");
        jwk.putIfPresent("nbf", number(validity.notBefore()));
        jwk.putIfPresent("exp", number(validity.retiredAt()));
        JsonNumber revokedAt = number(validity.revokedAt());
        if (revokedAt != null) {
            JsonObject revoked = JsonObject.of("revoked_at", revokedAt);
            jwk.put("revoked", revoked.withIfPresent("reason", validity.revokedFor()));
        }
        if (!succeeds.isEmpty()) {
            jwk.put(
                    "succeeds",
                    new JsonArray(succeeds.values().stream()
                            .<JsonValue>map(Succession::toJson)
                            .toList()));
        }
        return jwk.build();
    }

    private static @Nullable JsonNumber number(@Nullable Long value) {
        return value == null ? null : JsonNumber.of(value);
    }

    /// The same key with other validity bounds: how a rotation retires it or a compromise revokes it.
    public VerificationKey with(Validity bounds) {
        return new VerificationKey(kid, point, bounds, succeeds);
    }

    /// The same key with the word of earlier ones that it goes on under their names.
    VerificationKey succeeding(List<SigningKey> earlier) {
        return with(earlier.stream().map(key -> Succession.sign(key, this)).toList());
    }

    /// With what another copy of this key brought along.
    VerificationKey succeedingAs(VerificationKey copy) {
        return with(List.copyOf(copy.succeeds.values()));
    }

    private VerificationKey with(List<Succession> more) {
        Map<Digest, Succession> all = new LinkedHashMap<>(succeeds);
        more.forEach(succession -> all.put(succession.name(), succession));
        return new VerificationKey(kid, point, validity, all);
    }

    /// The thumbprints of the keys whose names this one may use: its own, and those that were given to it.
    public List<Digest> names() {
        List<Digest> names = new ArrayList<>(succeeds.keySet());
        names.add(thumbprint);
        return names;
    }

    public boolean verify(byte[] message, byte[] signature) {
        return Ed25519.verify(key, message, message.length, signature);
    }

    /// Verifies a signature over the first bytes of a buffer, which spares a copy of the signing input.
    public boolean verify(byte[] buffer, int length, byte[] signature) {
        return Ed25519.verify(key, buffer, length, signature);
    }

    public String kid() {
        return kid;
    }

    public Validity validity() {
        return validity;
    }

    /// The 32 bytes of the public point.
    public byte[] point() {
        return point.clone();
    }

    /// The RFC 7638 thumbprint: the key's own name, whatever kid says.
    public Digest thumbprint() {
        return thumbprint;
    }

    /// The thumbprint in base64url, as JOSE writes it.
    public String thumbprintText() {
        return Base64Url.encode(thumbprint.toBytes());
    }

    /// What it succeeds says something about names, not about the key.
    @Override
    public boolean equals(Object other) {
        return other instanceof VerificationKey that
                && kid.equals(that.kid)
                && thumbprint.equals(that.thumbprint)
                && validity.equals(that.validity);
    }

    @Override
    public int hashCode() {
        return thumbprint.hashCode();
    }

    @Override
    public String toString() {
        return "key " + kid + " (" + thumbprintText() + ")";
    }
}
