package dev.waybill.doors.jwt;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The keys that an identity provider publishes: a JWKS.
public record JwtKeys(List<JwtKey> keys) {

    private static final int MOST = 1_000;

    /// Reads a JWKS. Keys for other purposes, and keys that cannot be used, are passed over, as the format asks.
    ///
    /// @throws IllegalArgumentException when it is none, or has no key that can be used here
    public static JwtKeys read(byte[] document) {
        List<JwtKey> keys = new ArrayList<>();
        String unusable = "";
        for (JsonValue item : items(document)) {
            try {
                item.asObject().flatMap(JwtKey::of).ifPresent(keys::add);
            } catch (IllegalArgumentException e) {
                unusable = "; " + e.getMessage();
            }
        }
        if (keys.isEmpty() || keys.size() > MOST) {
            throw new IllegalArgumentException(
                    "expected 1 to " + MOST + " keys for EdDSA, ES256 or RS256, found " + keys.size() + unusable);
        }
        return new JwtKeys(keys);
    }

    private static List<JsonValue> items(byte[] document) {
        try {
            return JsonReader.readAnyNumbers(document, JsonLimits.RECEIPT)
                    .asObject()
                    .flatMap(it -> it.array("keys"))
                    .orElseThrow(() -> new IllegalArgumentException("expected a JWKS: an object with \"keys\""))
                    .items();
        } catch (JsonException e) {
            throw new IllegalArgumentException("expected a JWKS, found text that is no JSON: " + e.getMessage(), e);
        }
    }

    /// The key that a token means. One that names none means the only one there is for its algorithm.
    Optional<JwtKey> find(String kid, JwtAlgorithm algorithm) {
        List<JwtKey> fitting = keys.stream()
                .filter(key -> key.algorithm() == algorithm)
                .filter(key -> kid.isEmpty() || key.kid().equals(kid))
                .toList();
        return fitting.size() == 1 ? Optional.of(fitting.getFirst()) : Optional.empty();
    }
}
