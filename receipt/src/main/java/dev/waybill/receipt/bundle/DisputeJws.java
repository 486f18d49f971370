package dev.waybill.receipt.bundle;

import dev.waybill.base.Base64Url;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.jws.CompactJws;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.VerificationKey;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A JWS under the rules of PEAC's bundles, which ask less of a receipt than its wire does.
record DisputeJws(String text, JsonObject header, JsonObject payload) {

    private static final int MAX_KID_BYTES = 256;

    static Optional<DisputeJws> parse(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != 3) {
            return Optional.empty();
        }
        try {
            return Optional.of(new DisputeJws(text, json(parts[0]), json(parts[1])));
        } catch (IllegalArgumentException | JsonException _) {
            return Optional.empty();
        }
    }

    private static JsonObject json(String segment) {
        JsonValue value = JsonReader.readAnyNumbers(Base64Url.decode(segment), JsonLimits.DOCUMENT);
        return value.asObject().orElseThrow(() -> new IllegalArgumentException("expected an object"));
    }

    /// The name of the key, unless it is missing or empty.
    Optional<String> kid() {
        return header.string("kid").filter(kid -> !kid.isEmpty());
    }

    /// PEAC's internal code for a header that its signature check does not accept; null when it does.
    @Nullable
    String cryptoError() {
        if (text.length() > CompactJws.MAX_LENGTH) {
            return "CRYPTO_INVALID_JWS_FORMAT";
        }
        if (!header.string("alg").orElse("").equals("EdDSA")) {
            return "CRYPTO_INVALID_ALG";
        }
        Optional<Wire> wire = header.string("typ").flatMap(Wire::ofTyp);
        if (wire.isEmpty() && header.has("typ")) {
            return "CRYPTO_INVALID_TYP";
        }
        String hardening = wire.equals(Optional.of(Wire.V0_1)) ? null : hardening();
        if (hardening != null) {
            return hardening;
        }
        boolean declares02 = new JsonString("0.2").equals(payload.get("peac_version"));
        return wire.isPresent() && declares02 != (wire.get() == Wire.V0_2) ? "CRYPTO_WIRE_VERSION_MISMATCH" : null;
    }

    private @Nullable String hardening() {
        if (kid().orElse("").getBytes(StandardCharsets.UTF_8).length > MAX_KID_BYTES) {
            return "CRYPTO_JWS_MISSING_KID";
        }
        if (header.has("jwk") || header.has("x5c") || header.has("x5u") || header.has("jku")) {
            return "CRYPTO_JWS_EMBEDDED_KEY";
        }
        if (header.has("crit")) {
            return "CRYPTO_JWS_CRIT_REJECTED";
        }
        if (header.get("b64") == JsonBool.FALSE) {
            return "CRYPTO_JWS_B64_REJECTED";
        }
        return header.has("zip") ? "CRYPTO_JWS_ZIP_REJECTED" : null;
    }

    /// Whether the key signed this, under our strict profile.
    boolean signedBy(byte[] point) {
        try {
            int dot = text.lastIndexOf('.');
            byte[] signature = Base64Url.decode(text.substring(dot + 1));
            byte[] input = text.substring(0, dot).getBytes(StandardCharsets.UTF_8);
            return VerificationKey.of("bundled", point).verify(input, signature);
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
