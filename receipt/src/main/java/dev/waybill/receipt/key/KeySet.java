package dev.waybill.receipt.key;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Public keys by issuer. A key of one issuer never validates another's receipt.
///
/// The caller's word about an issuer's keys counts before that of the file they lie in. Keys of a file that names
/// no issuer are tried for issuers that have none of their own here; whose they are, nobody has said then.
public final class KeySet {

    private static final int MAX_KEYS = 10_000;

    private static final String NO_ISSUER = "";
    private static final KeySet EMPTY = new KeySet(List.of(), Revocations.NONE);

    /// Who says that a key is an issuer's, the weightiest word first.
    public enum Binding {
        /// The caller does: `--jwks ISSUER=FILE`.
        CALLER,
        /// The file does that the key lies in.
        KEY_FILE,
        /// Nobody does.
        NOBODY
    }

    /// The keys of one issuer in one place.
    ///
    /// @param place the file; what a caller binds lies in one place for each issuer
    private record Held(Binding binding, Object place, String issuer, List<VerificationKey> keys) {

        boolean isBeside(Held other) {
            return binding == other.binding && place.equals(other.place) && issuer.equals(other.issuer);
        }

        boolean holds(VerificationKey key) {
            return keys.stream().anyMatch(each -> each.thumbprint().equals(key.thumbprint()));
        }
    }

    private final List<Held> held;
    private final Revocations revocations;
    private volatile @Nullable Map<String, List<VerificationKey>> serving;

    private KeySet(List<Held> held, Revocations revocations) {
        this.held = held;
        this.revocations = revocations;
    }

    public static KeySet empty() {
        return EMPTY;
    }

    public static KeySet of(String issuer, VerificationKey... keys) {
        return EMPTY.and(issuer, List.of(keys));
    }

    /// Keys of which nobody says whose they are.
    public static KeySet anyIssuer(VerificationKey... keys) {
        return EMPTY.and(NO_ISSUER, List.of(keys));
    }

    /// Reads a JWKS, a single JWK, or a key document with one JWKS an issuer:
    /// `{"issuers":[{"issuer":…,"keys":[…]}]}`. A JWKS may name its `issuer` and its `revoked_keys`, as PEAC's
    /// `peac-issuer.json` does.
    ///
    /// @throws IllegalArgumentException when a key is unusable; the message says which
    public static KeySet fromJson(JsonObject json) {
        Object file = new Object();
        if (!json.has("issuers")) {
            VerificationKey.allowText(json, "issuer");
            String issuer = json.string("issuer").orElse(NO_ISSUER);
            return read(json, issuer.isEmpty() ? Binding.NOBODY : Binding.KEY_FILE, file, issuer);
        }
        JsonArray issuers = json.array("issuers")
                .orElseThrow(() -> new IllegalArgumentException("expected issuers to be an array"));
        KeySet keys = EMPTY;
        for (JsonValue entry : issuers) {
            JsonObject set = object(entry, "an entry of issuers");
            String issuer = set.string("issuer")
                    .orElseThrow(() -> new IllegalArgumentException("an entry of issuers has no issuer"));
            keys = keys.and(read(set, issuer.isEmpty() ? Binding.NOBODY : Binding.KEY_FILE, file, issuer));
        }
        return keys;
    }

    /// The same document read for a given issuer, as `--jwks ISSUER=FILE` means it.
    public static KeySet fromJson(JsonObject json, String issuer) {
        return read(json, Binding.CALLER, issuer, issuer);
    }

    private static KeySet read(JsonObject json, Binding binding, Object place, String issuer) {
        Revocations revoked = Revocations.read(json, issuer);
        List<JsonValue> alone = json.has("kty") || revoked.isEmpty() ? List.of(json) : List.of();
        List<JsonValue> jwks = json.array("keys").map(JsonArray::items).orElse(alone);
        if (jwks.isEmpty() && revoked.isEmpty()) {
            throw new IllegalArgumentException("the key set holds no keys");
        }
        if (jwks.size() > MAX_KEYS) {
            throw new IllegalArgumentException("the key set holds more than " + MAX_KEYS + " keys");
        }
        List<VerificationKey> keys = new ArrayList<>();
        for (int i = 0; i < jwks.size(); i++) {
            keys.add(key(jwks.get(i), i));
        }
        keys.addAll(revoked.keys());
        List<VerificationKey> known =
                keys.stream().map(key -> revoked.applied(issuer, key)).toList();
        // What a file that names no issuer revokes, it revokes of its own.
        Revocations named = issuer.isEmpty() ? Revocations.NONE : revoked;
        return new KeySet(List.of(new Held(binding, place, issuer, merged(known))), named);
    }

    private static VerificationKey key(JsonValue jwk, int index) {
        try {
            return VerificationKey.fromJwk(object(jwk, "a key"));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("key " + index + " of the set: " + e.getMessage(), e);
        }
    }

    static JsonObject object(JsonValue value, String what) {
        return value.asObject()
                .orElseThrow(() ->
                        new IllegalArgumentException("expected " + what + " to be an object, found " + value.kind()));
    }

    /// This set and some more keys that the caller knows to be one issuer's. A key that both hold keeps the narrower
    /// validity.
    public KeySet and(String issuer, List<VerificationKey> keys) {
        Binding binding = issuer.equals(NO_ISSUER) ? Binding.NOBODY : Binding.CALLER;
        return and(new KeySet(List.of(new Held(binding, issuer, issuer, merged(keys))), Revocations.NONE));
    }

    private static List<VerificationKey> merged(Collection<VerificationKey> keys) {
        Map<String, VerificationKey> merged = new LinkedHashMap<>();
        for (VerificationKey key : keys) {
            merged.merge(
                    key.thumbprintText() + key.kid(),
                    key,
                    (known, added) -> known.with(known.validity().narrowedBy(added.validity()))
                            .succeedingAs(added));
        }
        return List.copyOf(merged.values());
    }

    /// The keys of both sets.
    public KeySet and(KeySet other) {
        List<Held> all = new ArrayList<>(held);
        for (Held added : other.held) {
            int known = 0;
            while (known < all.size() && !all.get(known).isBeside(added)) {
                known++;
            }
            if (known == all.size()) {
                all.add(added);
            } else {
                List<VerificationKey> both = new ArrayList<>(all.get(known).keys());
                both.addAll(added.keys());
                all.set(known, new Held(added.binding(), added.place(), added.issuer(), merged(both)));
            }
        }
        return new KeySet(List.copyOf(all), revocations.and(other.revocations));
    }

    /// The keys that may have signed for an issuer under a name, best candidates only.
    ///
    /// `kid` is a hint, not a proof: when no key bears it and the issuer has only one key, that key is
    /// tried. If it signed, it signed; if not, the receipt's own key is missing.
    public List<VerificationKey> candidates(String issuer, String kid) {
        List<VerificationKey> keys = serving(issuer);
        if (keys.size() == 1) {
            return keys;
        }
        return keys.stream().filter(key -> key.kid().equals(kid)).toList();
    }

    /// The keys that are tried for an issuer.
    private List<VerificationKey> serving(String issuer) {
        Map<String, List<VerificationKey>> known = serving;
        if (known == null) {
            known = new LinkedHashMap<>();
            known.put(NO_ISSUER, keys(NO_ISSUER, Binding.NOBODY));
            Set<String> named = new LinkedHashSet<>(issuers());
            named.addAll(revocations.issuers());
            for (String each : named) {
                known.put(each, keys(each, binding(each)));
            }
            serving = known;
        }
        List<VerificationKey> keys = known.get(issuer);
        return keys == null ? known.getOrDefault(NO_ISSUER, List.of()) : keys;
    }

    private List<VerificationKey> keys(String issuer, Binding binding) {
        return merged(given(issuer, binding).stream()
                .flatMap(each -> each.keys().stream())
                .map(key -> revocations.applied(issuer, key))
                .toList());
    }

    private List<Held> given(String issuer, Binding binding) {
        return held.stream()
                .filter(each -> each.binding() == binding
                        && (binding == Binding.NOBODY || each.issuer().equals(issuer)))
                .toList();
    }

    /// Whose word it is that the keys tried for an issuer are its own.
    public Binding binding(String issuer) {
        return held.stream()
                .filter(each -> each.issuer().equals(issuer) && !each.keys().isEmpty())
                .map(Held::binding)
                .min(Binding::compareTo)
                .orElse(Binding.NOBODY);
    }

    /// Whether the keys that signed for an issuer are known from one place. Two files that give one issuer different
    /// keys cannot both be believed unseen.
    public boolean agreesOn(String issuer, Collection<VerificationKey> signed) {
        Binding binding = binding(issuer);
        Collection<VerificationKey> needed = binding == Binding.NOBODY ? signed : keys(issuer, binding);
        return given(issuer, binding).stream().anyMatch(each -> needed.stream().allMatch(each::holds));
    }

    /// For each place that names no issuer, the issuers that one of its keys signed for.
    ///
    /// @param signed by issuer
    public List<Set<String>> servedByNameless(Map<String, Set<VerificationKey>> signed) {
        List<Set<String>> served = new ArrayList<>();
        for (Held file : given(NO_ISSUER, Binding.NOBODY)) {
            Set<String> issuers = new LinkedHashSet<>();
            signed.forEach((issuer, keys) -> {
                if (binding(issuer) == Binding.NOBODY && keys.stream().anyMatch(file::holds)) {
                    issuers.add(issuer);
                }
            });
            served.add(issuers);
        }
        return served;
    }

    /// Keys that lie in the same hands as one that signed for an issuer, as far as this set can tell.
    public Set<Digest> inOneHand(String issuer, VerificationKey key) {
        Set<Digest> hand = new LinkedHashSet<>(List.of(key.thumbprint()));
        Binding binding = binding(issuer);
        given(issuer, binding).stream()
                .filter(each -> binding != Binding.NOBODY || each.holds(key))
                .flatMap(each -> each.keys().stream())
                .forEach(each -> hand.add(each.thumbprint()));
        return hand;
    }

    /// When a name of an issuer's keys was revoked, whether or not that key is here.
    public @Nullable Long revokedAt(String issuer, String kid) {
        return revocations.at(issuer, kid);
    }

    public boolean isEmpty() {
        return held.isEmpty();
    }

    /// The issuers that have keys of their own here.
    public List<String> issuers() {
        return held.stream()
                .map(Held::issuer)
                .filter(issuer -> !issuer.equals(NO_ISSUER))
                .distinct()
                .toList();
    }

    /// All keys, in the order in which they came.
    public List<VerificationKey> all() {
        return byIssuer().values().stream().flatMap(List::stream).distinct().toList();
    }

    private Map<String, List<VerificationKey>> byIssuer() {
        Map<String, List<VerificationKey>> all = new LinkedHashMap<>();
        for (Held each : held) {
            List<VerificationKey> keys = new ArrayList<>(all.getOrDefault(each.issuer(), List.of()));
            each.keys().forEach(key -> keys.add(revocations.applied(each.issuer(), key)));
            all.put(each.issuer(), merged(keys));
        }
        return all;
    }

    /// What an issuer publishes: a JWKS that names its issuer. Under several names it lists all keys for tools that
    /// know no issuers, and beside them the keys of each. Revoked keys are none of `keys`: see [Revocations].
    public JsonObject toJwks() {
        Map<String, List<VerificationKey>> all = byIssuer();
        if (all.size() == 1 && !all.containsKey(NO_ISSUER)) {
            String issuer = all.keySet().iterator().next();
            return Revocations.published(JsonObject.of("issuer", issuer), all());
        }
        JsonObject jwks = Revocations.published(JsonObject.EMPTY, all());
        if (issuers().isEmpty()) {
            return jwks;
        }
        List<JsonValue> entries = new ArrayList<>();
        all.forEach((issuer, keys) -> entries.add(Revocations.published(JsonObject.of("issuer", issuer), keys)));
        return jwks.with("issuers", new JsonArray(entries));
    }

    /// The key document with one JWKS an issuer, as a bundle carries it.
    public JsonObject toJson() {
        List<JsonValue> entries = new ArrayList<>();
        byIssuer()
                .forEach((issuer, keys) ->
                        entries.add(JsonObject.of("issuer", issuer).with("keys", jwks(keys))));
        return JsonObject.of("issuers", new JsonArray(entries));
    }

    static JsonArray jwks(List<VerificationKey> keys) {
        List<JsonValue> jwks = new ArrayList<>();
        keys.forEach(key -> jwks.add(key.toJwk()));
        return new JsonArray(jwks);
    }
}
