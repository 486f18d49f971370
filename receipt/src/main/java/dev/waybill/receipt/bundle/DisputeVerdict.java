package dev.waybill.receipt.bundle;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What PEAC's bundle rules say about one receipt.
///
/// @param errors PEAC's codes, in the order in which it finds them
/// @param claims what the receipt says, when it is valid
record DisputeVerdict(
        String id,
        boolean signatureValid,
        boolean claimsValid,
        Optional<String> kid,
        List<String> errors,
        @Nullable JsonObject claims) {

    private static final long SKEW_SECONDS = 300;

    static DisputeVerdict of(String id, @Nullable DisputeJws jws, DisputeKeys keys, long now) {
        if (jws == null) {
            return refused(id, Optional.empty(), DisputeCode.E_BUNDLE_RECEIPT_NOT_FOUND);
        }
        Optional<String> kid = jws.kid();
        if (kid.isEmpty()) {
            return refused(id, kid, DisputeCode.E_RECEIPT_MISSING_KID);
        }
        Optional<JsonObject> jwk = keys.find(kid.get());
        if (jwk.isEmpty()) {
            return refused(id, kid, DisputeCode.E_BUNDLE_KEY_MISSING);
        }
        Optional<byte[]> point = DisputeKeys.point(jwk.get());
        if (point.isEmpty()) {
            return refused(id, kid, DisputeCode.E_RECEIPT_INVALID_KEY_FORMAT);
        }
        List<String> errors = new ArrayList<>();
        signatureError(jws, point.get()).ifPresent(errors::add);
        boolean signed = errors.isEmpty();
        List<String> claimErrors = claimErrors(jws.payload(), now);
        errors.addAll(claimErrors);
        return new DisputeVerdict(
                id, signed, claimErrors.isEmpty(), kid, errors, errors.isEmpty() ? jws.payload() : null);
    }

    private static DisputeVerdict refused(String id, Optional<String> kid, DisputeCode code) {
        return new DisputeVerdict(id, false, false, kid, List.of(code.name()), null);
    }

    private static Optional<String> signatureError(DisputeJws jws, byte[] point) {
        String crypto = jws.cryptoError();
        if (crypto != null) {
            return Optional.of(DisputeCode.E_RECEIPT_CRYPTO_ERROR + ":" + crypto);
        }
        return jws.signedBy(point) ? Optional.empty() : Optional.of(DisputeCode.E_RECEIPT_SIGNATURE_INVALID.name());
    }

    private static List<String> claimErrors(JsonObject payload, long now) {
        List<String> errors = new ArrayList<>();
        if (falsy(payload.get("jti"))) {
            errors.add(DisputeCode.E_RECEIPT_MISSING_JTI.name());
        }
        if (falsy(payload.get("iss"))) {
            errors.add(DisputeCode.E_RECEIPT_MISSING_ISS.name());
        }
        JsonValue iat = payload.get("iat");
        if (iat == null) {
            errors.add(DisputeCode.E_RECEIPT_MISSING_IAT.name());
        } else if (!(iat instanceof JsonNumber seconds)) {
            errors.add(DisputeCode.E_RECEIPT_INVALID_IAT.name());
        } else if (seconds.doubleValue() > now + SKEW_SECONDS) {
            errors.add(DisputeCode.E_RECEIPT_NOT_YET_VALID.name());
        }
        JsonValue exp = payload.get("exp");
        if (exp != null && !(exp instanceof JsonNumber)) {
            errors.add(DisputeCode.E_RECEIPT_INVALID_EXP.name());
        } else if (exp instanceof JsonNumber seconds && seconds.doubleValue() < now) {
            errors.add(DisputeCode.E_RECEIPT_EXPIRED.name());
        }
        return errors;
    }

    /// What ECMAScript counts as no value.
    private static boolean falsy(@Nullable JsonValue value) {
        return value == null
                || value == JsonNull.NULL
                || value == JsonBool.FALSE
                || (value instanceof JsonString(var text) && text.isEmpty())
                || (value instanceof JsonNumber number && number.doubleValue() == 0);
    }

    boolean valid() {
        return errors.isEmpty();
    }

    JsonObject toJson() {
        var json = JsonObject.builder()
                .put("receipt_id", id)
                .put("signature_valid", signatureValid)
                .put("claims_valid", claimsValid);
        kid.ifPresent(name -> json.put("key_id", name));
        return json.put("errors", JsonArray.ofStrings(errors))
                .putIfPresent("claims", claims)
                .build();
    }
}
