package dev.waybill.engine.attest;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.state.Names;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunEnvelope;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The receipt that opens a run: which definition, which input, and where the run comes from.
final class CreationClaim {

    private static final String TOOL = "run";
    private static final String ORIGIN = "waybill/engine";

    private CreationClaim() {}

    static StepClaim of(RunHeader header, JsonObject inputs, @Nullable CreationContext context, Identities identities) {
        ClaimWriter writer =
                new ClaimWriter(header, identities, StoredReceipt.CREATION, header.createdAt(), kind(header.origin()));
        writer.put("engine_version", header.engineVersion())
                .bind(Bodies.ofCreation(header, inputs))
                .startedBy(context == null ? null : context.receipt())
                .envelope(envelope(header));
        if (!header.receipts().pseudonymous()) {
            writer.put("definition_id", header.definitionId())
                    .put("definition_digest", header.definition().toString());
        }
        switch (header.origin()) {
            case Origin.Start _ -> {
                // It comes from nowhere.
            }
            case Origin.Child child ->
                writer.put("from", from(identities.workflow(header, child.parentWorkflowId()), null, context));
            case Origin.Remote remote -> {
                String workflow = remote.parent().workflowId();
                if (workflow != null) {
                    // Named as the other host's receipts name it: under whose key, only that host knows.
                    writer.put("from", from(new WorkflowId(workflow), null, context));
                }
            }
            case Origin.Fork fork ->
                writer.put(
                        "from", from(identities.workflow(header, fork.sourceWorkflowId()), fork.sequence(), context));
        }
        return writer.claim(0, new StepId(Names.rootStep(header)), List.of(), TOOL);
    }

    /// The header is all that it signs for; under which policy it was made is in its first event. A child's receipt
    /// names the receipt that handed over to it, so it need not name the event.
    private static EvidenceEnvelope envelope(RunHeader header) {
        return RunEnvelope.of(header, ORIGIN, null, !(header.origin() instanceof Origin.Child));
    }

    private static StepKind kind(Origin origin) {
        return switch (origin) {
            case Origin.Start _ -> StepKind.START;
            case Origin.Child _ -> StepKind.CHILD;
            case Origin.Remote remote -> remote.parent().workflowId() == null ? StepKind.START : StepKind.CHILD;
            case Origin.Fork _ -> StepKind.FORK;
        };
    }

    /// Where in another run's history this one begins. Head and count say which receipts came before, and that these
    /// were all.
    private static JsonObject from(WorkflowId workflow, @Nullable Long sequence, @Nullable CreationContext context) {
        JsonObject.Builder from = JsonObject.builder().put("workflow_id", workflow.value());
        if (sequence != null) {
            from.put("event_sequence", sequence);
        }
        if (context != null) {
            from.put("receipt", context.receipt().toString());
        }
        if (context != null && context.count() != null) {
            from.put("receipt_count", context.count());
        }
        return from.build();
    }
}
