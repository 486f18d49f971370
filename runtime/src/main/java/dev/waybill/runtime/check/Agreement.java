package dev.waybill.runtime.check;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.attest.StepClaim;
import dev.waybill.engine.attest.SummaryClaim;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.Redactable;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.workflow.SummaryEvidence;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowSummary;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Whether a receipt says what follows from the log. Only what both sides state is compared: a later version may
/// sign for more than an earlier one did.
final class Agreement {

    private Agreement() {}

    /// What does not agree; null when all does.
    static @Nullable String difference(StepClaim claim, Receipt receipt) {
        WorkflowContext context = receipt.workflow();
        if (context == null) {
            return "expected the receipt of a step, found another one";
        }
        String named = named(claim.receiptId(), receipt);
        if (named != null) {
            return named;
        }
        if (!context.workflowId().equals(claim.workflowId())) {
            return unequal("workflow_id", claim.workflowId(), context.workflowId());
        }
        if (!context.stepId().equals(claim.stepId())) {
            return unequal("step_id", claim.stepId(), context.stepId());
        }
        if (context.parentStepIds() != null && !context.parentStepIds().equals(claim.parents())) {
            return unequal("parent_step_ids", claim.parents(), context.parentStepIds());
        }
        if (context.parentsWithheld() && !commits(receipt, claim.disclosure())) {
            return "the receipt commits to other parents than %s".formatted(claim.parents());
        }
        return difference("", claim.details(), EventReceipts.details(receipt));
    }

    private static boolean commits(Receipt receipt, @Nullable String disclosure) {
        try {
            return disclosure != null && Redactable.reveal(receipt, disclosure).parentStepIds() != null;
        } catch (Rejected _) {
            return false;
        }
    }

    static @Nullable String difference(SummaryClaim claim, Receipt receipt) {
        WorkflowSummary summary = receipt.summary();
        if (summary == null) {
            return "expected a summary, found another receipt";
        }
        String named = named(claim.receiptId(), receipt);
        if (named != null) {
            return named;
        }
        SummaryEvidence evidence = summary.evidence();
        if (evidence.status() != claim.draft().status()) {
            return unequal("status", claim.draft().status(), evidence.status());
        }
        if (!Objects.equals(evidence.finalResultHash(), claim.draft().finalResult())) {
            return unequal("final_result_hash", claim.draft().finalResult(), evidence.finalResultHash());
        }
        return Objects.equals(evidence.errorContext(), claim.draft().error())
                ? null
                : unequal("error_context", claim.draft().error(), evidence.errorContext());
    }

    private static @Nullable String named(String receiptId, Receipt receipt) {
        return receipt.id().equals(receiptId) ? null : unequal("receipt id", receiptId, receipt.id());
    }

    private static @Nullable String difference(String path, JsonObject log, JsonObject receipt) {
        for (Map.Entry<String, JsonValue> member : log.members().entrySet()) {
            JsonValue signed = receipt.get(member.getKey());
            if (signed != null) {
                String difference = difference(path + "/" + member.getKey(), member.getValue(), signed);
                if (difference != null) {
                    return difference;
                }
            }
        }
        return null;
    }

    private static @Nullable String difference(String path, JsonValue log, JsonValue receipt) {
        if (log instanceof JsonObject ours && receipt instanceof JsonObject theirs) {
            return difference(path, ours, theirs);
        }
        return log.equals(receipt) ? null : unequal(path, log, receipt);
    }

    private static String unequal(String what, @Nullable Object log, @Nullable Object receipt) {
        return "the log gives %s %s, the receipt says %s".formatted(what, log, receipt);
    }
}
