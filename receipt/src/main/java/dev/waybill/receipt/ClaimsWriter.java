package dev.waybill.receipt;

import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.context.Refusals;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.workflow.WorkflowContext;
import org.jspecify.annotations.Nullable;

/// Turns a draft into the claims of a wire.
final class ClaimsWriter {

    static final String CORRELATION_KEY = "org.peacprotocol/correlation";
    static final String COMMERCE_KEY = "org.peacprotocol/commerce";

    /// Ten years: receipts are evidence, and evidence outlives sessions.
    static final long VALID_SECONDS = 10L * 365 * 24 * 3600;

    private ClaimsWriter() {}

    static JsonObject claims(Wire wire, String issuer, ReceiptDraft draft) {
        return wire == Wire.V0_1 ? wire01(issuer, draft) : wire02(issuer, draft);
    }

    /// Paid steps use the payment profile, all others the attestation profile.
    private static JsonObject wire01(String issuer, ReceiptDraft draft) {
        String audience = draft.audience();
        var claims = JsonObject.builder()
                .put("iss", issuer)
                .put("aud", audience == null ? issuer : audience)
                .put("iat", draft.issuedAt());
        Payment payment = draft.payment();
        if (payment == null) {
            claims.put("exp", draft.issuedAt() + VALID_SECONDS).put("rid", draft.id());
            claims.putIfPresent("sub", draft.subject());
        } else {
            String subject = draft.subject();
            claims.put("rid", draft.id())
                    .put("amt", payment.amount())
                    .put("cur", payment.currency())
                    .put("payment", payment.toWire01())
                    .putIfPresent("subject", subject == null ? null : uri(subject));
        }
        return withExtensions(claims, Wire.V0_1, draft);
    }

    private static JsonObject uri(String subject) {
        return JsonObject.builder().put("uri", subject).build();
    }

    private static JsonObject wire02(String issuer, ReceiptDraft draft) {
        if (draft.audience() != null) {
            throw new Rejected(
                    Code.E_INVALID_AUDIENCE,
                    "/audience",
                    "a receipt of Wire 0.2 names no audience; leave it out, or sign on Wire 0.1");
        }
        var claims = JsonObject.builder()
                .put("peac_version", "0.2")
                .put("kind", "evidence")
                .put("type", draft.type())
                .put("iss", issuer)
                .put("iat", draft.issuedAt())
                .put("jti", draft.id())
                .putIfPresent("sub", draft.subject());
        return withExtensions(claims, Wire.V0_2, draft);
    }

    private static JsonObject withExtensions(JsonObject.Builder claims, Wire wire, ReceiptDraft draft) {
        JsonObject extensions = extensions(wire, draft);
        return extensions.isEmpty()
                ? claims.build()
                : claims.put(wire.extensionsClaim(), extensions).build();
    }

    private static JsonObject extensions(Wire wire, ReceiptDraft draft) {
        var extensions = JsonObject.builder();
        WorkflowContext workflow = draft.workflow();
        if (workflow != null) {
            putWorkflow(extensions, workflow, draft.disclosure());
        }
        putCorrelation(extensions, wire, draft);
        Payment payment = draft.payment();
        if (payment != null && wire == Wire.V0_2) {
            extensions.put(COMMERCE_KEY, payment.toWire02());
        }
        if (!draft.extensions().isEmpty()) {
            putFurther(extensions, draft);
        }
        return extensions.build();
    }

    private static void putFurther(JsonObject.Builder extensions, ReceiptDraft draft) {
        JsonObject own = extensions.build();
        draft.extensions().forEach((key, value) -> {
            if (own.has(key)) {
                throw new Rejected(
                        Code.E_INVALID_FORMAT,
                        "/extensions" + Refusals.segment(key),
                        "extension " + key + " is written from the draft's own fields; leave it out of extensions");
            }
            extensions.put(key, value);
        });
    }

    private static void putWorkflow(
            JsonObject.Builder extensions, WorkflowContext workflow, @Nullable String disclosure) {
        JsonObject context = workflow.toJson();
        if (disclosure == null) {
            extensions.put(WorkflowContext.WORKFLOW_EXTENSION_KEY, context);
        } else {
            extensions.put(WorkflowContext.WORKFLOW_EXTENSION_KEY, context.without("parent_step_ids"));
            extensions.put(Redactable.EXTENSION_KEY, Redactable.commitment(disclosure));
        }
    }

    /// The registered group of Wire 0.2, which current PEAC tools understand; on Wire 0.1 it appears only
    /// when there is a trace to store.
    private static void putCorrelation(JsonObject.Builder extensions, Wire wire, ReceiptDraft draft) {
        var correlation = JsonObject.builder();
        TraceContext trace = draft.trace();
        if (trace != null) {
            trace.addTo(correlation);
        }
        WorkflowContext workflow = draft.workflow();
        if (workflow != null && wire == Wire.V0_2) {
            correlation.put("workflow_id", workflow.workflowId().value());
        }
        JsonObject group = correlation.build();
        if (!group.isEmpty()) {
            extensions.put(CORRELATION_KEY, group);
        }
    }
}
