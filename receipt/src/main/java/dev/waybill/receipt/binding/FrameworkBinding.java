package dev.waybill.receipt.binding;

import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.claims.ExtensionKey;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.context.NativeIds;
import dev.waybill.receipt.context.Refusals;
import dev.waybill.receipt.privacy.TenantIds;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowId;
import java.util.List;
import java.util.Optional;

/// Receipts for the steps of any other orchestrator: CrewAI, LangGraph, AutoGen or your own.
///
/// The framework's run and task ids become PEAC ids under the tenant's key, the same ones each time. What
/// only this framework understands goes under an extension key of your domain.
public final class FrameworkBinding {

    private static final String PEAC_DOMAIN = "org.peacprotocol/";

    private final String framework;
    private final String contextKey;
    private final TenantIds ids;

    /// @param framework lower case, for example `crewai`; checked when a context is built
    /// @param contextKey a key of your own domain, for example `your.domain/context`
    /// @throws Rejected when the key is not `domain/name`, or is one of PEAC's own
    public FrameworkBinding(String framework, String contextKey, TenantIds ids) {
        if (!ExtensionKey.isValid(contextKey) || contextKey.startsWith(PEAC_DOMAIN)) {
            throw Refusals.format(
                    "", "an extension key of your own domain such as your.domain/context", Refusals.found(contextKey));
        }
        this.framework = framework;
        this.contextKey = contextKey;
        this.ids = ids;
    }

    public WorkflowId workflowId(String runId) {
        return ids.workflowIdFromNative(framework + ".run_id", runId);
    }

    /// Task ids are often unique only within their run, so the run goes in as well. A retry is another
    /// step: give it another task id, for example with the attempt's number.
    public StepId stepId(String runId, String taskId) {
        return ids.stepIdFromNative(framework + ".task_id", NativeIds.pair(runId, taskId));
    }

    /// The workflow context of a task; further fields can be set before it is built.
    ///
    /// @param parentTaskIds the tasks of the same run whose results this one used
    public WorkflowContext.Builder step(String runId, String taskId, List<String> parentTaskIds) {
        return WorkflowContext.builder(workflowId(runId), stepId(runId, taskId))
                .parents(parentTaskIds.stream()
                        .map(parent -> stepId(runId, parent))
                        .toList())
                .framework(framework);
    }

    /// Puts the workflow context and the framework's own context into a draft.
    public ReceiptDraft.Builder addTo(ReceiptDraft.Builder draft, WorkflowContext workflow, JsonObject context) {
        return draft.workflow(workflow).extension(contextKey, context);
    }

    /// The framework's own context of a receipt, if it carries one.
    ///
    /// @throws Rejected when it is not an object
    public Optional<JsonObject> context(Receipt receipt) {
        return Optional.ofNullable(receipt.extensions().get(contextKey))
                .map(value -> value.asObject()
                        .orElseThrow(() ->
                                Refusals.format(Refusals.segment(contextKey), "an object", Refusals.found(value))));
    }
}
