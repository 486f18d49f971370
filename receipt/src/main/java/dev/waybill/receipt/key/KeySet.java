package dev.waybill.receipt.key;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Public keys by issuer. A key of one issuer never validates another's receipt.
///
/// A plain JWKS names no issuer: whoever hands it in vouches for it, and its keys serve any issuer that
/// has no keys of its own here.
public final class KeySet {

    private static final int MAX_KEYS = 10_000;

    private static final String ANY_ISSUER = "";
    private static final KeySet EMPTY = new KeySet(new LinkedHashMap<>());

    private final Map<String, List<VerificationKey>> byIssuer;

    private KeySet(Map<String, List<VerificationKey>> byIssuer) {
        this.byIssuer = byIssuer;
    }

    public static KeySet empty() {
        return EMPTY;
    }

    public static KeySet of(String issuer, VerificationKey... keys) {
        return EMPTY.and(issuer, List.of(keys));
    }

    /// Keys that the caller vouches for, whatever the issuer.
    public static KeySet anyIssuer(VerificationKey... keys) {
        return EMPTY.and(ANY_ISSUER, List.of(keys));
    }

    /// Reads a JWKS, a single JWK, or a key document with one JWKS an issuer:
    /// `{"issuers":[{"issuer":…,"keys":[…]}]}`. A JWKS may name its `issuer`.
    ///
    /// @throws IllegalArgumentException when a key is unusable; the message says which
    public static KeySet fromJson(JsonObject json) {
        Optional<JsonArray> issuers = json.array("issuers");
        if (issuers.isEmpty()) {
            VerificationKey.allowText(json, "issuer");
            return EMPTY.andJwks(json, json.string("issuer").orElse(ANY_ISSUER));
        }
        KeySet keys = EMPTY;
        for (JsonValue entry : issuers.get()) {
            JsonObject set = object(entry, "an entry of issuers");
            String issuer = set.string("issuer")
                    .orElseThrow(() -> new IllegalArgumentException("an entry of issuers has no issuer"));
            keys = keys.andJwks(set, issuer);
        }
        return keys;
    }

    /// The same document read for a given issuer, as `--jwks ISSUER=FILE` means it.
    public static KeySet fromJson(JsonObject json, String issuer) {
        return EMPTY.andJwks(json, issuer);
    }

    private KeySet andJwks(JsonObject json, String issuer) {
        List<JsonValue> jwks = json.array("keys").map(JsonArray::items).orElse(List.of(json));
        if (jwks.isEmpty()) {
            throw new IllegalArgumentException("the key set holds no keys");
        }
        if (jwks.size() > MAX_KEYS) {
            throw new IllegalArgumentException("the key set holds more than " + MAX_KEYS + " keys");
        }
        List<VerificationKey> keys = new ArrayList<>();
        for (int i = 0; i < jwks.size(); i++) {
            keys.add(key(jwks.get(i), i));
        }
        return and(issuer, keys);
    }

    private static VerificationKey key(JsonValue jwk, int index) {
        try {
            return VerificationKey.fromJwk(object(jwk, "a key"));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("key " + index + " of the set: " + e.getMessage(), e);
        }
    }

    private static JsonObject object(JsonValue value, String what) {
        return value.asObject()
                .orElseThrow(() ->
                        new IllegalArgumentException("expected " + what + " to be an object, found " + value.kind()));
    }

    /// This set and some more keys of one issuer. A key that both hold keeps the narrower validity.
    public KeySet and(String issuer, List<VerificationKey> keys) {
        Map<String, List<VerificationKey>> copy = new LinkedHashMap<>(byIssuer);
        Map<String, VerificationKey> merged = new LinkedHashMap<>();
        copy.getOrDefault(issuer, List.of()).forEach(key -> merge(merged, key));
        keys.forEach(key -> merge(merged, key));
        copy.put(issuer, List.copyOf(merged.values()));
        return new KeySet(copy);
    }

    private static void merge(Map<String, VerificationKey> merged, VerificationKey key) {
        merged.merge(
                key.thumbprintText() + key.kid(),
                key,
                (held, added) ->
                        held.with(held.validity().narrowedBy(added.validity())).succeedingAs(added));
    }

    /// The keys of both sets.
    public KeySet and(KeySet other) {
        KeySet all = this;
        for (var entry : other.byIssuer.entrySet()) {
            all = all.and(entry.getKey(), entry.getValue());
        }
        return all;
    }

    /// The keys that may have signed for an issuer under a name, best candidates only.
    ///
    /// `kid` is a hint, not a proof: when no key bears it and the issuer has only one key, that key is
    /// tried. If it signed, it signed; if not, the receipt's own key is missing.
    public List<VerificationKey> candidates(String issuer, String kid) {
        List<VerificationKey> keys = byIssuer.get(issuer);
        if (keys == null) {
            keys = byIssuer.getOrDefault(ANY_ISSUER, List.of());
        }
        if (keys.size() == 1) {
            return keys;
        }
        return keys.stream().filter(key -> key.kid().equals(kid)).toList();
    }

    public boolean isEmpty() {
        return byIssuer.isEmpty();
    }

    /// The issuers that have keys of their own here.
    public List<String> issuers() {
        return byIssuer.keySet().stream()
                .filter(issuer -> !issuer.equals(ANY_ISSUER))
                .toList();
    }

    /// All keys, in the order in which they came.
    public List<VerificationKey> all() {
        return byIssuer.values().stream().flatMap(List::stream).distinct().toList();
    }

    /// A plain JWKS of all keys, for tools that know no issuers.
    public JsonObject toJwks() {
        return JsonObject.of("keys", jwks(all()));
    }

    /// The key document with one JWKS an issuer, as a bundle carries it.
    public JsonObject toJson() {
        List<JsonValue> entries = new ArrayList<>();
        byIssuer.forEach(
                (issuer, keys) -> entries.add(JsonObject.of("issuer", issuer).with("keys", jwks(keys))));
        return JsonObject.of("issuers", new JsonArray(entries));
    }

    private static JsonArray jwks(List<VerificationKey> keys) {
        List<JsonValue> jwks = new ArrayList<>();
        keys.forEach(key -> jwks.add(key.toJwk()));
        return new JsonArray(jwks);
    }
}
