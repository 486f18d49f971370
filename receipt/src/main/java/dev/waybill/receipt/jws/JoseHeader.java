package dev.waybill.receipt.jws;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.text.Shortened;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import java.nio.charset.StandardCharsets;

/// The protected header of a receipt, after hardening: it names a wire and a key and can do nothing else.
///
/// PEAC hardens Wire 0.2 only; we harden both, since an embedded key is as dangerous on either.
public record JoseHeader(Wire wire, String kid) {

    private static final int MAX_KID_BYTES = 256;
    private static final int LONGEST_QUOTE = 64;
    private static final String[] EMBEDDED_KEYS = {"jwk", "x5c", "x5u", "jku"};

    public JoseHeader {
        checkKid(kid);
    }

    /// Reads a parsed header; the first broken rule in PEAC's order decides the code.
    public static JoseHeader of(JsonObject header) {
        if (!(header.get("alg") instanceof JsonString(var alg)) || !alg.equals("EdDSA")) {
            throw new Rejected(Code.E_INVALID_FORMAT, "/alg", "expected alg EdDSA, found " + found(header, "alg"));
        }
        Wire wire = wire(header);
        checkKid(header.string("kid").orElse(""));
        harden(header);
        return new JoseHeader(wire, header.string("kid").orElseThrow());
    }

    private static Wire wire(JsonObject header) {
        return header.string("typ")
                .flatMap(Wire::ofTyp)
                .orElseThrow(() -> new Rejected(
                        Code.E_INVALID_FORMAT,
                        "/typ",
                        "expected typ " + Wire.V0_1.typ() + " or " + Wire.V0_2.typ() + ", found "
                                + found(header, "typ")));
    }

    private static void harden(JsonObject header) {
        for (String name : EMBEDDED_KEYS) {
            refuse(header.has(name), Code.E_JWS_EMBEDDED_KEY, name, "a receipt must not bring its own key");
        }
        refuse(header.has("crit"), Code.E_JWS_CRIT_REJECTED, "crit", "critical extensions are not supported");
        refuse(
                header.get("b64") == JsonBool.FALSE,
                Code.E_JWS_B64_REJECTED,
                "b64",
                "an unencoded payload is not supported");
        refuse(header.has("zip"), Code.E_JWS_ZIP_REJECTED, "zip", "a compressed payload is not supported");
    }

    private static void refuse(boolean present, Code code, String name, String why) {
        if (present) {
            throw new Rejected(code, "/" + name, "header member " + name + ": " + why);
        }
    }

    private static void checkKid(String kid) {
        if (kid.isEmpty()) {
            throw new Rejected(Code.E_JWS_MISSING_KID, "/kid", "expected kid, the name of the signing key");
        }
        int length = kid.getBytes(StandardCharsets.UTF_8).length;
        if (length > MAX_KID_BYTES) {
            throw new Rejected(
                    Code.E_JWS_MISSING_KID, "/kid", "expected kid of at most 256 bytes, found " + length + " bytes");
        }
    }

    private static String found(JsonObject header, String name) {
        if (header.get(name) instanceof JsonString(var text)) {
            return "\"" + Shortened.of(text, LONGEST_QUOTE) + "\"";
        }
        return "none";
    }

    /// The header as we write it.
    public JsonObject toJson() {
        return JsonObject.of("typ", wire.typ()).with("alg", "EdDSA").with("kid", kid);
    }
}
