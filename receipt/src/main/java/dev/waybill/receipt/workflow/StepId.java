package dev.waybill.receipt.workflow;

import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;

/// The id of one execution of one step: `step_` and a payload of 20 to 48 letters, digits, `_` or `-`.
///
/// It names an execution and not a node of a definition: a retry is another step.
public record StepId(String value) implements Comparable<StepId> {

    public static final String PREFIX = "step_";

    /// @throws Rejected with `E_WORKFLOW_STEP_ID_INVALID`
    public StepId {
        if (!isValid(value)) {
            throw Refusal.of(
                    Code.E_WORKFLOW_STEP_ID_INVALID,
                    "/step_id",
                    Identifier.expected(PREFIX),
                    Refusal.found(value),
                    "make ids with WorkflowIds");
        }
    }

    public static boolean isValid(String value) {
        return Identifier.matches(PREFIX, value);
    }

    @Override
    public int compareTo(StepId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
