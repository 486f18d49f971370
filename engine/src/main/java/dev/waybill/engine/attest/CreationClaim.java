package dev.waybill.engine.attest;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.state.Names;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.store.ReceiptHead;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.receipt.workflow.StepId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The receipt that opens a run: which definition, which input, and where the run comes from.
final class CreationClaim {

    private static final String TOOL = "run";
    private static final String ORIGIN = "waybill/engine";

    private CreationClaim() {}

    static StepClaim of(
            RunHeader header, JsonObject inputs, @Nullable CreationContext context, Identities identities) {
        ReceiptHead receipt = context == null ? null : context.receipt();
        ClaimWriter writer =
                new ClaimWriter(header, identities, StoredReceipt.CREATION, header.createdAt(), kind(header.origin()));
        writer.put("engine_version", header.engineVersion())
                .bind(Bodies.ofCreation(header, inputs))
                .startedBy(receipt == null ? null : receipt.ref())
                .envelope(EvidenceEnvelope.issued(header.correlationId(), ORIGIN));
        if (!header.receipts().pseudonymous()) {
            writer.put("definition_id", header.definitionId())
                    .put("definition_digest", header.definition().toString());
        }
        if (context != null) {
            writer.put("from", from(header.origin(), context, identities));
        }
        return writer.claim(0, new StepId(Names.rootStep(header)), List.of(), TOOL);
    }

    private static StepKind kind(Origin origin) {
        return switch (origin) {
            case Origin.Start _ -> StepKind.START;
            case Origin.Child _ -> StepKind.CHILD;
            case Origin.Fork _ -> StepKind.FORK;
        };
    }

    /// Where in another run's history this one begins. Head and count say which receipts came before, and that these
    /// were all.
    private static JsonObject from(Origin origin, CreationContext context, Identities identities) {
        JsonObject.Builder from = JsonObject.builder()
                .put("workflow_id", identities.workflow(context.from()).value());
        if (origin instanceof Origin.Fork fork) {
            from.put("event_sequence", fork.sequence());
        }
        ReceiptHead receipt = context.receipt();
        if (receipt != null) {
            from.put("receipt", receipt.ref().toString()).put("receipt_count", receipt.count());
        }
        return from.build();
    }
}
