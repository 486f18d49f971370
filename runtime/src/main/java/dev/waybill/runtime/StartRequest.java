package dev.waybill.runtime;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.workflow.WorkflowDefinition;
import org.jspecify.annotations.Nullable;

/// A run that somebody wants.
///
/// @param configurable bounds and settings of this run: `recursionLimit`, `runTimeoutMs`, …
/// @param envelope what the caller brings of the evidence envelope; without a correlation id the run is a root
/// @param receipts how it is signed for; null means as the host does
/// @param idempotencyKey two requests of one tenant with the same key start one run
/// @param memoryScope which of the tenant's memories it uses, if it uses any; null means the shared one
/// @param callbackUrl who hears of its end, and of its questions; null for nobody
public record StartRequest(
        WorkflowDefinition definition,
        JsonObject inputs,
        JsonObject configurable,
        JsonObject metadata,
        EvidenceEnvelope envelope,
        @Nullable ReceiptPolicy receipts,
        @Nullable String idempotencyKey,
        @Nullable String memoryScope,
        @Nullable String callbackUrl) {

    public StartRequest(
            WorkflowDefinition definition,
            JsonObject inputs,
            JsonObject configurable,
            JsonObject metadata,
            EvidenceEnvelope envelope,
            @Nullable ReceiptPolicy receipts,
            @Nullable String idempotencyKey,
            @Nullable String memoryScope) {
        this(definition, inputs, configurable, metadata, envelope, receipts, idempotencyKey, memoryScope, null);
    }

    public StartRequest(
            WorkflowDefinition definition,
            JsonObject inputs,
            JsonObject configurable,
            JsonObject metadata,
            EvidenceEnvelope envelope,
            @Nullable ReceiptPolicy receipts,
            @Nullable String idempotencyKey) {
        this(definition, inputs, configurable, metadata, envelope, receipts, idempotencyKey, null, null);
    }

    public static StartRequest of(WorkflowDefinition definition, JsonObject inputs) {
        return new StartRequest(
                definition, inputs, JsonObject.EMPTY, JsonObject.EMPTY, EvidenceEnvelope.NONE, null, null);
    }
}
