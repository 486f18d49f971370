package dev.waybill.receipt.workflow;

import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;

/// The id of one run: `wf_` and a payload of 20 to 48 letters, digits, `_` or `-`.
///
/// The payload is opaque. Whoever holds two receipts with the same id knows that they belong together,
/// so it must say nothing else.
public record WorkflowId(String value) implements Comparable<WorkflowId> {

    public static final String PREFIX = "wf_";

    /// @throws Rejected with `E_WORKFLOW_ID_INVALID`
    public WorkflowId {
        if (!isValid(value)) {
            throw Refusal.of(
                    Code.E_WORKFLOW_ID_INVALID,
                    "/workflow_id",
                    Identifier.expected(PREFIX),
                    Refusal.found(value),
                    "make ids with WorkflowIds");
        }
    }

    public static boolean isValid(String value) {
        return Identifier.matches(PREFIX, value);
    }

    @Override
    public int compareTo(WorkflowId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
