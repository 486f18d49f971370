package dev.waybill.receipt.key;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.grammar.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Keys that issuers revoked, by name: PEAC's `"revoked_keys":[{"kid":…,"revoked_at":…,"reason":…}]`.
///
/// A revoked key is none of a JWKS's `keys`, where readers that know of no revocation would go on trusting it. Its
/// entry keeps it as `jwk`, for what is shown to be older.
///
/// @param byIssuer each name with the time of its revocation
/// @param keys the revoked keys that came along
record Revocations(Map<String, Map<String, Validity>> byIssuer, List<VerificationKey> keys) {

    static final Revocations NONE = new Revocations(new LinkedHashMap<>(), List.of());

    /// @throws IllegalArgumentException when an entry does not say which key was revoked when
    static Revocations read(JsonObject json, String issuer) {
        if (!json.has("revoked_keys")) {
            return NONE;
        }
        JsonArray entries = json.array("revoked_keys")
                .orElseThrow(() -> new IllegalArgumentException("expected revoked_keys to be an array"));
        Map<String, Validity> revoked = new LinkedHashMap<>();
        List<VerificationKey> keys = new ArrayList<>();
        for (JsonValue value : entries) {
            JsonObject entry = KeySet.object(value, "an entry of revoked_keys");
            VerificationKey.allowText(entry, "reason");
            String kid = entry.string("kid").orElseThrow(Revocations::unreadable);
            Instant at = entry.string("revoked_at").flatMap(Timestamp::parse).orElseThrow(Revocations::unreadable);
            Validity until = Validity.ALWAYS.revokedAt(
                    at.getEpochSecond(), entry.string("reason").orElse(null));
            revoked.merge(kid, until, Validity::narrowedBy);
            entry.object("jwk").ifPresent(jwk -> keys.add(key(jwk, kid)));
        }
        Map<String, Map<String, Validity>> ofIssuer = new LinkedHashMap<>();
        ofIssuer.put(issuer, revoked);
        return new Revocations(ofIssuer, keys);
    }

    private static VerificationKey key(JsonObject jwk, String kid) {
        VerificationKey key = VerificationKey.fromJwk(jwk);
        if (!key.kid().equals(kid)) {
            throw new IllegalArgumentException("the entry of revoked_keys for " + kid + " brings " + key);
        }
        return key;
    }

    private static IllegalArgumentException unreadable() {
        return new IllegalArgumentException(
                "expected an entry of revoked_keys to have kid and revoked_at, such as 2026-02-28T12:00:00Z");
    }

    boolean isEmpty() {
        return byIssuer.isEmpty();
    }

    /// The issuers that revoked keys.
    Set<String> issuers() {
        return byIssuer.keySet();
    }

    /// When an issuer revoked the key of a name; null when it did not.
    @Nullable
    Long at(String issuer, String kid) {
        Validity revoked = of(issuer).get(kid);
        return revoked == null ? null : revoked.revokedAt();
    }

    /// A key of an issuer, with its revocation.
    VerificationKey applied(String issuer, VerificationKey key) {
        Validity revoked = of(issuer).get(key.kid());
        return revoked == null ? key : key.with(key.validity().narrowedBy(revoked));
    }

    private Map<String, Validity> of(String issuer) {
        return byIssuer.getOrDefault(issuer, new LinkedHashMap<>());
    }

    Revocations and(Revocations other) {
        if (other.isEmpty()) {
            return this;
        }
        Map<String, Map<String, Validity>> all = new LinkedHashMap<>(byIssuer);
        other.byIssuer.forEach((issuer, added) -> {
            Map<String, Validity> both = new LinkedHashMap<>(of(issuer));
            added.forEach((kid, at) -> both.merge(kid, at, Validity::narrowedBy));
            all.put(issuer, both);
        });
        return new Revocations(all, keys);
    }

    /// Keys as their issuer publishes them.
    ///
    /// @param head what the document says first
    static JsonObject published(JsonObject head, List<VerificationKey> keys) {
        List<VerificationKey> trusted = new ArrayList<>();
        List<JsonValue> revoked = new ArrayList<>();
        for (VerificationKey key : keys) {
            Long at = key.validity().revokedAt();
            if (at == null) {
                trusted.add(key);
            } else {
                revoked.add(JsonObject.of("kid", key.kid())
                        .with("revoked_at", Instant.ofEpochSecond(at).toString())
                        .withIfPresent("reason", key.validity().revokedFor())
                        .with("jwk", key.toJwk()));
            }
        }
        JsonObject jwks = head.with("keys", KeySet.jwks(trusted));
        return revoked.isEmpty() ? jwks : jwks.with("revoked_keys", new JsonArray(revoked));
    }
}
