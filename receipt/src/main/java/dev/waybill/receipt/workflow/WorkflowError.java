package dev.waybill.receipt.workflow;

import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.code.Rejected;

/// Where and why a workflow failed.
///
/// @param errorCode at most 64 UTF-16 units
/// @param errorMessage at most 1024 UTF-16 units
public record WorkflowError(StepId failedStepId, String errorCode, String errorMessage) {

    static final int LONGEST_CODE = 64;
    static final int LONGEST_MESSAGE = 1024;

    /// @throws Rejected with `E_WORKFLOW_SUMMARY_INVALID`
    public WorkflowError {
        SummaryRules.checkLength("/evidence/error_context/error_code", errorCode, LONGEST_CODE);
        SummaryRules.checkLength("/evidence/error_context/error_message", errorMessage, LONGEST_MESSAGE);
    }

    public JsonObject toJson() {
        return JsonObject.of("failed_step_id", failedStepId.value())
                .with("error_code", errorCode)
                .with("error_message", errorMessage);
    }
}
