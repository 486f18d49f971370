package dev.waybill.receipt.binding;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.SignedStep;
import dev.waybill.receipt.workflow.WorkflowContext;

/// What spans and events say about a receipt, under PEAC's attribute names.
final class SpanAttributes {

    private SpanAttributes() {}

    /// A step's span, or an event about one of its receipts.
    static JsonObject step(Receipt receipt, String traceId) {
        WorkflowContext context = WorkflowReceipts.contextOf(receipt);
        var attributes = JsonObject.builder()
                .put("peac.workflow_id", context.workflowId().value())
                .put("peac.step_id", context.stepId().value())
                .putIfPresent("peac.framework", context.framework())
                .putIfPresent("otel.library.name", context.framework());
        SignedStep signed = SignedStep.of(receipt);
        attributes.putIfPresent("openwop.node_id", signed.node());
        attributes.putIfPresent(
                "waybill.outcome",
                signed.outcome() == null ? null : signed.outcome().wire());
        if (context.parentsWithheld()) {
            attributes.put("peac.parents_withheld", true);
        }
        EvidenceEnvelope.ofReceipt(receipt.extensions()).attributes().members().forEach(attributes::put);
        return record(attributes, receipt).put("trace.trace_id", traceId).build();
    }

    /// PEAC has three names for the digest of a receipt; tools look for one or another.
    static JsonObject.Builder record(JsonObject.Builder attributes, Receipt receipt) {
        String ref = receipt.ref().toString();
        return attributes
                .put("peac.receipt_ref", ref)
                .put("peac.record.ref", ref)
                .put("peac.receipt.hash", ref)
                .put("peac.issuer", receipt.issuer())
                .put("peac.kid", receipt.kid())
                .put("peac.version", receipt.wire().label());
    }

    static JsonObject link(String relation) {
        return JsonObject.of("peac.link", relation);
    }
}
