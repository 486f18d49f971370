package dev.waybill.receipt.bundle;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import java.util.Optional;

/// What PEAC's bundle rules say about `bundle.sig`, the signature over the bundle as a whole.
///
/// @param error PEAC's code; empty when the signature holds or there is none
record DisputeSignature(boolean present, Optional<String> kid, Optional<String> error) {

    static DisputeSignature of(DisputeBundle bundle) {
        String text = bundle.signature();
        if (text.isEmpty()) {
            return new DisputeSignature(false, Optional.empty(), Optional.empty());
        }
        Optional<DisputeJws> jws = DisputeJws.parse(text);
        if (jws.isEmpty()) {
            return refused(Optional.empty(), DisputeCode.E_BUNDLE_SIGNATURE_INVALID_FORMAT.name());
        }
        Optional<String> kid = jws.get().kid();
        if (kid.isEmpty()) {
            return refused(kid, DisputeCode.E_BUNDLE_SIGNATURE_MISSING_KID.name());
        }
        return bundle.keys()
                .find(kid.get())
                .map(jwk -> of(jws.get(), kid, jwk, bundle.manifest().contentHash()))
                .orElseGet(() -> refused(kid, DisputeCode.E_BUNDLE_KEY_MISSING.name()));
    }

    private static DisputeSignature of(DisputeJws jws, Optional<String> kid, JsonObject jwk, String contentHash) {
        Optional<byte[]> point = DisputeKeys.point(jwk);
        if (point.isEmpty()) {
            return refused(kid, DisputeCode.E_BUNDLE_SIGNATURE_INVALID_KEY_FORMAT.name());
        }
        String crypto = jws.cryptoError();
        if (crypto != null) {
            return refused(kid, DisputeCode.E_BUNDLE_SIGNATURE_CRYPTO_ERROR + ":" + crypto);
        }
        if (!jws.signedBy(point.get())) {
            return refused(kid, DisputeCode.E_BUNDLE_SIGNATURE_INVALID.name());
        }
        return new JsonString(contentHash).equals(jws.payload().get("content_hash"))
                ? new DisputeSignature(true, kid, Optional.empty())
                : refused(kid, DisputeCode.E_BUNDLE_SIGNATURE_CONTENT_MISMATCH.name());
    }

    private static DisputeSignature refused(Optional<String> kid, String error) {
        return new DisputeSignature(true, kid, Optional.of(error));
    }

    JsonObject toJson() {
        var json = JsonObject.builder().put("present", present);
        if (present) {
            json.put("valid", error.isEmpty());
        }
        kid.ifPresent(name -> json.put("key_id", name));
        error.ifPresent(code -> json.put("error", code));
        return json.build();
    }
}
