package dev.waybill.receipt;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.ReadableJson;
import dev.waybill.receipt.claims.Warning;
import dev.waybill.receipt.claims.Wire01Claims;
import dev.waybill.receipt.claims.Wire02Claims;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.jws.CompactJws;
import dev.waybill.receipt.jws.Wire;
import java.util.List;

/// One way into the claims of either wire.
final class ClaimsGate {

    private ClaimsGate() {}

    /// Header and payload must name the same wire.
    static void coherent(Wire wire, JsonObject claims) {
        String version = claims.string("peac_version").orElse("none");
        boolean declares02 = version.equals("0.2");
        if (declares02 != (wire == Wire.V0_2)) {
            throw new Rejected(
                    Code.E_WIRE_VERSION_MISMATCH,
                    "/peac_version",
                    "the header says Wire " + wire.label() + ", the payload's peac_version is " + version);
        }
    }

    /// Checks the claims; a fine-grained code is reported as PEAC's verifier would report it.
    static List<Warning> check(Wire wire, JsonObject claims) {
        if (wire == Wire.V0_1) {
            Wire01Claims.check(claims);
            return List.of();
        }
        try {
            return Wire02Claims.check(claims);
        } catch (Rejected e) {
            throw surfaced(e);
        }
    }

    /// The bytes of claims that are about to be signed. What any verifier would refuse at any time is
    /// refused here, before there is a signature.
    static byte[] issuable(Wire wire, JsonObject claims) {
        byte[] payload = strict(claims);
        check(wire, claims);
        if (wire == Wire.V0_2) {
            Wire02Claims.checkTypeExtension(claims);
        }
        return payload;
    }

    /// Looks at the claims while writing them, since a Java string or number can hold what I-JSON cannot.
    private static byte[] strict(JsonObject claims) {
        try {
            return ReadableJson.bytes(claims, JsonLimits.RECEIPT);
        } catch (JsonException e) {
            throw new Rejected(CompactJws.codeOf(e), "the claims are not strict JSON: " + e.getMessage());
        }
    }

    private static Rejected surfaced(Rejected e) {
        Code code = Wire02Claims.surface(e.code());
        return code == e.code() ? e : new Rejected(code, e.pointer(), e.code() + ": " + e.getMessage());
    }
}
