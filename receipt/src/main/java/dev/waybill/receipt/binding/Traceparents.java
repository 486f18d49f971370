package dev.waybill.receipt.binding;

import dev.waybill.receipt.TraceContext;
import dev.waybill.receipt.workflow.WorkflowId;
import org.jspecify.annotations.Nullable;

/// The `traceparent` that work of a workflow carries to other systems.
public final class Traceparents {

    private Traceparents() {}

    /// In the caller's trace, or else in the one that follows from the workflow; below the workflow's span, as exported
    /// spans have it.
    public static String of(WorkflowId workflow, @Nullable TraceContext caller) {
        String trace = caller == null ? TraceIds.traceOf(workflow) : caller.traceId();
        return "00-" + trace + "-" + TraceIds.spanOf(workflow) + "-01";
    }
}
