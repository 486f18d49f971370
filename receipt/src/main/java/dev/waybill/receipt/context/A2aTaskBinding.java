package dev.waybill.receipt.context;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.privacy.TenantIds;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The A2A task that a receipt is about.
///
/// The task's context is the workflow and the task is the step. Their ids become PEAC ids under the
/// tenant's key, because native ids may be short, meaningful or easy to guess.
///
/// @param contextId A2A's id of a group of tasks
/// @param workflowId when given, the same as in the receipt's workflow context
/// @param stepId when given, the same as in the receipt's workflow context
public record A2aTaskBinding(
        String taskId,
        String contextId,
        String agentCardUrl,
        String skillName,
        @Nullable WorkflowId workflowId,
        @Nullable StepId stepId) {

    /// Where a receipt carries it: in `ext` on Wire 0.1, in `extensions` on Wire 0.2.
    public static final String EXTENSION_KEY = "org.peacprotocol/a2a";

    /// The value of `framework` in the workflow context of an A2A step.
    public static final String FRAMEWORK = "a2a";

    private static final String TASK = "task_id";
    private static final String CONTEXT = "context_id";
    private static final String CARD = "agent_card_url";
    private static final String SKILL = "skill_name";
    private static final List<String> FIELDS = List.of(TASK, CONTEXT, CARD, SKILL);

    /// @throws Rejected with `E_INVALID_FORMAT`
    public A2aTaskBinding {
        Texts.checkName(pointer(TASK), taskId);
        Texts.checkName(pointer(CONTEXT), contextId);
        Texts.checkWebUrl(pointer(CARD), agentCardUrl);
        Texts.checkName(pointer(SKILL), skillName);
    }

    /// A task that is not tied to a workflow yet.
    public static A2aTaskBinding of(String taskId, String contextId, String agentCardUrl, String skillName) {
        return new A2aTaskBinding(taskId, contextId, agentCardUrl, skillName, null, null);
    }

    /// @throws Rejected when a member is missing, unknown or of another kind
    public static A2aTaskBinding parse(JsonValue json) {
        BindingFields fields = BindingFields.of(EXTENSION_KEY, json, FIELDS);
        return new A2aTaskBinding(
                fields.required(TASK),
                fields.required(CONTEXT),
                fields.required(CARD),
                fields.required(SKILL),
                fields.workflowId(),
                fields.stepId());
    }

    /// The binding among claims: in `ext`, `extensions` or `auth.extensions`.
    ///
    /// @throws Rejected when it is malformed
    public static Optional<A2aTaskBinding> read(JsonObject claims) {
        return BindingPlace.find(claims, EXTENSION_KEY).map(A2aTaskBinding::parse);
    }

    /// @throws Rejected with `E_WORKFLOW_CONTEXT_INVALID` when a workflow or step id differs
    void requireConsistentWith(@Nullable WorkflowContext workflow) {
        BindingPlace.requireSame(EXTENSION_KEY, workflowId, stepId, workflow);
    }

    /// The workflow context of this task: `context_id` gives the workflow, `task_id` the step.
    ///
    /// @param parentTaskIds tasks of the same context that this one builds on
    public WorkflowContext.Builder workflow(TenantIds ids, List<String> parentTaskIds) {
        return WorkflowContext.builder(workflowId(ids, contextId), stepId(ids, contextId, taskId))
                .parents(parentTaskIds.stream()
                        .map(parent -> stepId(ids, contextId, parent))
                        .toList())
                .toolName(skillName)
                .framework(FRAMEWORK);
    }

    public static WorkflowId workflowId(TenantIds ids, String contextId) {
        return ids.workflowIdFromNative("a2a.context_id", contextId);
    }

    /// A task id is made by one agent and may occur again at another, so its context goes in as well.
    public static StepId stepId(TenantIds ids, String contextId, String taskId) {
        return ids.stepIdFromNative("a2a.task_id", NativeIds.pair(contextId, taskId));
    }

    /// This task as a step of a workflow.
    ///
    /// @throws Rejected when it already names another workflow or step
    public A2aTaskBinding boundTo(WorkflowContext workflow) {
        requireConsistentWith(workflow);
        return new A2aTaskBinding(taskId, contextId, agentCardUrl, skillName, workflow.workflowId(), workflow.stepId());
    }

    /// The fields in the order of the specification; absent ones are left out.
    public JsonObject toJson() {
        return JsonObject.of(TASK, taskId)
                .with(CONTEXT, contextId)
                .with(CARD, agentCardUrl)
                .with(SKILL, skillName)
                .withIfPresent(BindingFields.WORKFLOW_ID, workflowId == null ? null : workflowId.value())
                .withIfPresent(BindingFields.STEP_ID, stepId == null ? null : stepId.value());
    }

    private static String pointer(String field) {
        return Refusals.segment(EXTENSION_KEY) + "/" + field;
    }
}
