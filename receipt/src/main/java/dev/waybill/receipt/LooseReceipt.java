package dev.waybill.receipt;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.jws.JoseHeader;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.VerificationKey;
import dev.waybill.receipt.workflow.WorkflowContext;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// A receipt that its container accepts although its wire does not: PEAC's bundles ask for a signature, an issuer, an
/// id and a time, and let any other claim pass.
///
/// What it says about a workflow is under the same rules as everywhere (section 6.5). Otherwise one claim too many
/// would take a receipt out of the graph, and a cycle with it.
public final class LooseReceipt {

    private LooseReceipt() {}

    /// @param header the protected header, as it was signed
    /// @param claims the payload, as it was signed
    /// @param key the key that signed it
    /// @return empty when the receipt says nothing about a workflow
    /// @throws Rejected when its workflow context or summary breaks a rule, or this key may not sign for it
    public static Optional<Receipt> read(String compact, JsonObject header, JsonObject claims, VerificationKey key) {
        Wire wire = header.string("typ").flatMap(Wire::ofTyp).orElse(Wire.V0_2);
        JsonObject extensions = extensions(wire, claims);
        JsonObject known = JsonObject.of("iss", claims.string("iss").orElse(""))
                .with(wire.idClaim(), claims.string("jti").orElse(""))
                .with("iat", seconds(claims))
                .with(wire.extensionsClaim(), extensions);
        WorkflowClaims workflow = WorkflowClaims.read(wire, known);
        byte[] bytes = compact.getBytes(StandardCharsets.ISO_8859_1);
        JoseHeader named = new JoseHeader(wire, header.string("kid").orElse(""));
        Receipt receipt = new Receipt(bytes, Digest.of(bytes), named, known, workflow);
        ReceiptVerifier.checkSigner(receipt, key);
        return workflow.context() == null && workflow.summary() == null ? Optional.empty() : Optional.of(receipt);
    }

    /// Where its wire keeps extensions, unless what concerns us is only where the other one does.
    private static JsonObject extensions(Wire wire, JsonObject claims) {
        Wire other = wire == Wire.V0_1 ? Wire.V0_2 : Wire.V0_1;
        JsonObject usual = claims.object(wire.extensionsClaim()).orElse(JsonObject.EMPTY);
        JsonObject unusual = claims.object(other.extensionsClaim()).orElse(JsonObject.EMPTY);
        return concernsAWorkflow(usual) || !concernsAWorkflow(unusual) ? usual : unusual;
    }

    private static boolean concernsAWorkflow(JsonObject extensions) {
        return extensions.has(WorkflowContext.WORKFLOW_EXTENSION_KEY) || extensions.has(SummaryClaims.EXTENSION_KEY);
    }

    private static long seconds(JsonObject claims) {
        if (claims.get("iat") instanceof JsonNumber number) {
            return (long) Math.floor(number.doubleValue());
        }
        throw new Rejected(Code.E_INVALID_FORMAT, "/iat", "expected iat in seconds since 1970");
    }
}
