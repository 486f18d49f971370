package dev.waybill.receipt.binding;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.workflow.WorkflowId;
import java.util.Optional;

/// What a span needs to know of a receipt that a run of Waybill issued, beside what any receipt tells.
final class OwnStep {

    private static final String CHILD = "child";
    private static final String HAND_OVER = "hand-over-";
    private static final String WORKFLOW = "workflow_id";

    private OwnStep() {}

    static boolean isOne(Receipt receipt) {
        return !step(receipt).isEmpty();
    }

    /// The child to which a receipt hands over, or from which it takes back.
    static Optional<WorkflowId> handOver(Receipt receipt) {
        return kind(receipt).startsWith(HAND_OVER) ? workflow(receipt, CHILD) : Optional.empty();
    }

    /// The run that started this one, where a receipt opens a child.
    static Optional<WorkflowId> parent(Receipt receipt) {
        return kind(receipt).equals(CHILD) ? workflow(receipt, "from") : Optional.empty();
    }

    static Optional<String> correlation(Receipt receipt) {
        return isOne(receipt)
                ? EvidenceEnvelope.ofReceipt(receipt.extensions()).text(EvidenceEnvelope.CORRELATION_ID)
                : Optional.empty();
    }

    private static Optional<WorkflowId> workflow(Receipt receipt, String member) {
        return step(receipt)
                .object(member)
                .flatMap(other -> other.string(WORKFLOW))
                .filter(WorkflowId::isValid)
                .map(WorkflowId::new);
    }

    private static String kind(Receipt receipt) {
        return step(receipt).string("kind").orElse("");
    }

    private static JsonObject step(Receipt receipt) {
        return receipt.extensions().object(ReceiptDraft.STEP_TYPE).orElse(JsonObject.EMPTY);
    }
}
