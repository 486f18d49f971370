package dev.waybill.receipt;

import dev.waybill.base.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// What the receipt of a run says about the execution that it signs for, under `dev.waybill/step`. Receipts of others
/// say none of it.
///
/// @param node the node of the workflow's definition
/// @param outcome how it ended; null where the receipt tells of no end
/// @param errorCode why it failed
public record SignedStep(
        @Nullable String node,
        @Nullable StepOutcome outcome,
        @Nullable String errorCode) {

    /// A child's end, as the "in" receipt of a hand-over tells it.
    private static final String CHILD = "child.";

    public static SignedStep of(Receipt receipt) {
        JsonObject step = receipt.extensions().object(ReceiptDraft.STEP_TYPE).orElse(JsonObject.EMPTY);
        return new SignedStep(
                step.string("node").orElse(null),
                outcome(step),
                step.string("error_code").orElse(null));
    }

    private static @Nullable StepOutcome outcome(JsonObject step) {
        String phase = step.string("phase").orElse("");
        return StepOutcome.ofWire(
                step.string("outcome").orElse(phase.startsWith(CHILD) ? phase.substring(CHILD.length()) : ""));
    }
}
