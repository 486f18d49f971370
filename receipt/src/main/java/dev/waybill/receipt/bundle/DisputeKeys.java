package dev.waybill.receipt.bundle;

import dev.waybill.base.Base64Url;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.VerificationKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The JWKS of a dispute bundle. It names no issuers, so any key may sign for anybody.
record DisputeKeys(JsonArray jwks) {

    private static final int POINT_LENGTH = 32;

    static final DisputeKeys NONE = new DisputeKeys(JsonArray.EMPTY);

    /// The first key of a name, as PEAC looks it up.
    Optional<JsonObject> find(String kid) {
        for (JsonValue jwk : jwks) {
            if (jwk instanceof JsonObject key && new JsonString(kid).equals(key.get("kid"))) {
                return Optional.of(key);
            }
        }
        return Optional.empty();
    }

    /// The public point, if the key is an Ed25519 key.
    static Optional<byte[]> point(JsonObject jwk) {
        try {
            boolean ed25519 = jwk.string("kty").orElse("").equals("OKP")
                    && jwk.string("crv").orElse("").equals("Ed25519");
            byte[] point = ed25519 ? Base64Url.decode(jwk.string("x").orElse("")) : new byte[0];
            return point.length == POINT_LENGTH ? Optional.of(point) : Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /// The keys that our own verifier accepts. Receipts of others are judged by PEAC's rules alone.
    KeySet keySet() {
        List<VerificationKey> keys = new ArrayList<>();
        jwks.forEach(jwk -> usable(jwk).ifPresent(keys::add));
        return keys.isEmpty() ? KeySet.empty() : KeySet.anyIssuer(keys.toArray(VerificationKey[]::new));
    }

    private static Optional<VerificationKey> usable(JsonValue jwk) {
        try {
            return jwk.asObject().map(VerificationKey::fromJwk);
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
