package dev.waybill.receipt.binding;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.SignedStep;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.SummaryEvidence;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowError;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Receipts as CloudEvents 1.0 for an event bus. Use the subject, which is the workflow id, as partition key.
///
/// An event's id is the reference of its receipt, so a consumer that sees it twice can tell. Signatures are
/// not checked here.
public final class CloudEvents {

    static final String PREFIX = "org.peacprotocol.workflow.";
    static final String STARTED = PREFIX + "started";
    static final String STEP_PROGRESS = PREFIX + "step.progress";
    static final String STEP = PREFIX + "step.";
    static final String COMPLETED = PREFIX + "completed";
    static final String FAILED = PREFIX + "failed";
    static final String CANCELLED = PREFIX + "cancelled";

    /// The last second of the year 9999, where RFC 3339 ends.
    private static final long LAST_SECOND = 253_402_300_799L;

    private CloudEvents() {}

    /// Workflow by workflow: it started, its steps, and how it ended if a summary says so. The result
    /// depends on the set of receipts and not on their order.
    public static Stream<JsonObject> of(Iterable<Receipt> receipts) {
        return WorkflowReceipts.group(receipts).stream().flatMap(workflow -> events(workflow).stream());
    }

    private static List<JsonObject> events(WorkflowReceipts workflow) {
        List<JsonObject> events = new ArrayList<>();
        for (Receipt receipt : workflow.receipts()) {
            if (events.isEmpty()) {
                events.add(step(STARTED, receipt, receipt.ref() + "/started"));
            }
            StepId step = WorkflowReceipts.contextOf(receipt).stepId();
            boolean last =
                    workflow.steps().getOrDefault(step, List.of()).getLast().equals(receipt);
            String type = last ? STEP + workflow.outcome(step).wire() : STEP_PROGRESS;
            events.add(step(type, receipt, receipt.ref().toString()));
        }
        Receipt summary = workflow.summary();
        if (summary != null) {
            end(summary).ifPresent(events::add);
        }
        return events;
    }

    private static JsonObject step(String type, Receipt receipt, String id) {
        WorkflowContext context = WorkflowReceipts.contextOf(receipt);
        SignedStep signed = SignedStep.of(receipt);
        var data = JsonObject.of("workflow_id", context.workflowId().value())
                .with("step_id", context.stepId().value())
                .withIfPresent("node", signed.node())
                .withIfPresent("error_code", signed.errorCode())
                .withIfPresent("parent_step_ids", parents(context))
                .withIfPresent("tool_name", context.toolName())
                .withIfPresent("framework", context.framework())
                .with("receipt_ref", receipt.ref().toString());
        return event(type, id, context.workflowId().value(), receipt, data);
    }

    private static @Nullable JsonArray parents(WorkflowContext context) {
        List<StepId> parents = context.parentStepIds();
        return parents == null
                ? null
                : JsonArray.ofStrings(parents.stream().map(StepId::value).toList());
    }

    /// The end of a run; a summary of an open run is no event.
    private static Optional<JsonObject> end(Receipt receipt) {
        SummaryEvidence evidence = WorkflowReceipts.summaryOf(receipt).evidence();
        WorkflowError error = evidence.errorContext();
        var data = JsonObject.of("workflow_id", evidence.workflowId().value())
                .with("status", evidence.status().wire())
                .with("receipt_ref", receipt.ref().toString())
                .withIfPresent("error_context", error == null ? null : error.toJson());
        String type = switch (evidence.status()) {
            case COMPLETED -> COMPLETED;
            case FAILED -> FAILED;
            case CANCELLED -> CANCELLED;
            case IN_PROGRESS -> "";
        };
        return type.isEmpty()
                ? Optional.empty()
                : Optional.of(event(
                        type, receipt.ref().toString(), evidence.workflowId().value(), receipt, data));
    }

    private static JsonObject event(String type, String id, String subject, Receipt receipt, JsonObject data) {
        long issuedAt = receipt.issuedAt();
        boolean writable = issuedAt >= 0 && issuedAt <= LAST_SECOND;
        return JsonObject.of("specversion", "1.0")
                .with("type", type)
                .with("source", receipt.issuer())
                .with("id", id)
                .with("subject", subject)
                .withIfPresent(
                        "time", writable ? Instant.ofEpochSecond(issuedAt).toString() : null)
                .withIfPresent("traceparent", traceparent(receipt))
                .with("datacontenttype", "application/json")
                .with("data", withEnvelope(data, receipt));
    }

    /// The receipt's `_ewp_*` members: on a bus, too, an event says which chain it belongs to and what led to it.
    private static JsonObject withEnvelope(JsonObject data, Receipt receipt) {
        JsonObject.Builder both = JsonObject.builder();
        data.members().forEach(both::put);
        EvidenceEnvelope.ofReceipt(receipt.extensions()).members().members().forEach(both::put);
        return both.build();
    }

    /// The trace in which the receipt was issued. Whether it was sampled is not known.
    private static @Nullable String traceparent(Receipt receipt) {
        return TraceIds.storedTrace(receipt)
                .flatMap(trace -> TraceIds.storedSpan(receipt).map(span -> "00-" + trace + "-" + span + "-00"))
                .orElse(null);
    }
}
