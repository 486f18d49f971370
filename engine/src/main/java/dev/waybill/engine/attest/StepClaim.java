package dev.waybill.engine.attest;

import dev.waybill.base.Digest;
import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunHeader;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.TraceContext;
import dev.waybill.receipt.context.McpOrchestrationContext;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One step to sign for, complete but for its place in the chain.
///
/// @param at the event's logical time
/// @param agent who acted
/// @param startedBy the receipt of another run that led to this one
/// @param details the members of the extension [#EXTENSION_KEY]
/// @param call the call of a tool that this is about
/// @param trace the caller's trace; null where there is none, and where ids are pseudonyms
/// @param disclosure the parents with their salt, where these can be withheld; it travels behind the receipt
/// @param envelope the identity envelope; empty where ids are pseudonyms
public record StepClaim(
        long sequence,
        String receiptId,
        Instant at,
        WorkflowId workflowId,
        StepId stepId,
        List<StepId> parents,
        String agent,
        @Nullable Digest startedBy,
        String toolName,
        JsonObject details,
        @Nullable McpOrchestrationContext call,
        @Nullable TraceContext trace,
        @Nullable String disclosure,
        EvidenceEnvelope envelope)
        implements Claim {

    /// What Waybill's receipts say as their framework.
    public static final String FRAMEWORK = "waybill";

    /// Where a receipt says which event of which node it signs for.
    public static final String EXTENSION_KEY = ReceiptDraft.STEP_TYPE;

    /// The extensions of a receipt that signs for a whole run.
    ///
    /// Pseudonyms and plain ids in one receipt would undo each other, so an envelope comes only with plain ones.
    public static JsonObject carrying(RunHeader header, EvidenceEnvelope envelope) {
        return header.receipts().pseudonymous() || envelope.isEmpty()
                ? JsonObject.EMPTY
                : JsonObject.of(EvidenceEnvelope.RECEIPT_KEY, envelope.members());
    }

    public StepClaim {
        parents = List.copyOf(parents);
    }

    /// @param previous the newest receipt of the run; null for its first
    public ReceiptDraft draft(@Nullable Digest previous) {
        WorkflowContext workflow = WorkflowContext.builder(workflowId, stepId)
                .parents(parents)
                .orchestratorId(agent)
                .orchestratorReceiptRef(startedBy == null ? null : startedBy.toString())
                .toolName(toolName)
                .framework(call == null ? FRAMEWORK : McpOrchestrationContext.FRAMEWORK)
                .prevReceiptHash(previous)
                .build();
        ReceiptDraft.Builder draft = ReceiptDraft.builder(receiptId, at.getEpochSecond())
                .workflow(workflow)
                .extension(EXTENSION_KEY, details);
        if (disclosure != null) {
            draft.disclosure(disclosure);
        }
        if (trace != null) {
            draft.trace(trace);
        }
        if (call != null) {
            draft.extension(
                    McpOrchestrationContext.EXTENSION_KEY,
                    call.boundTo(workflow).toJson());
        }
        if (!envelope.isEmpty()) {
            draft.extension(EvidenceEnvelope.RECEIPT_KEY, envelope.members());
        }
        return draft.build();
    }
}
