package dev.waybill.receipt.context;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The MCP tool call that a receipt is about.
///
/// Receipts of one `mcp_session_id` belong to one session, and a `tool_call_id` names one invocation: two steps of a
/// session never share one.
///
/// @param mcpServerUri any absolute URI, for servers over https, a pipe or a name
/// @param workflowId when given, the same as in the receipt's workflow context
/// @param stepId when given, the same as in the receipt's workflow context
public record McpOrchestrationContext(
        String mcpSessionId,
        String mcpServerUri,
        String toolCallId,
        String toolName,
        @Nullable WorkflowId workflowId,
        @Nullable StepId stepId) {

    /// Where a receipt carries it: in `ext` on Wire 0.1, in `extensions` on Wire 0.2.
    public static final String EXTENSION_KEY = "org.peacprotocol/mcp";

    /// The value of `framework` in the workflow context of an MCP step.
    public static final String FRAMEWORK = "mcp";

    private static final String SESSION = "mcp_session_id";
    private static final String SERVER = "mcp_server_uri";
    private static final String CALL = "tool_call_id";
    private static final String TOOL = "tool_name";
    private static final List<String> FIELDS = List.of(SESSION, SERVER, CALL, TOOL);

    /// @throws Rejected with `E_INVALID_FORMAT`
    public McpOrchestrationContext {
        Texts.checkName(pointer(SESSION), mcpSessionId);
        Texts.checkUri(pointer(SERVER), mcpServerUri);
        Texts.checkName(pointer(CALL), toolCallId);
        Texts.checkName(pointer(TOOL), toolName);
    }

    /// A call that is not tied to a workflow yet.
    public static McpOrchestrationContext of(
            String mcpSessionId, String mcpServerUri, String toolCallId, String toolName) {
        return new McpOrchestrationContext(mcpSessionId, mcpServerUri, toolCallId, toolName, null, null);
    }

    /// @throws Rejected when a member is missing, unknown or of another kind
    public static McpOrchestrationContext parse(JsonValue json) {
        BindingFields fields = BindingFields.of(EXTENSION_KEY, json, FIELDS);
        return new McpOrchestrationContext(
                fields.required(SESSION),
                fields.required(SERVER),
                fields.required(CALL),
                fields.required(TOOL),
                fields.workflowId(),
                fields.stepId());
    }

    /// The context among claims: in `ext`, `extensions` or `auth.extensions`.
    ///
    /// @throws Rejected when it is malformed
    public static Optional<McpOrchestrationContext> read(JsonObject claims) {
        return BindingPlace.find(claims, EXTENSION_KEY).map(McpOrchestrationContext::parse);
    }

    /// @throws Rejected with `E_WORKFLOW_CONTEXT_INVALID` when a workflow or step id differs
    void requireConsistentWith(@Nullable WorkflowContext workflow) {
        BindingPlace.requireSame(EXTENSION_KEY, workflowId, stepId, workflow);
    }

    /// What tells this call from all others: a `tool_call_id` is unique within its session.
    public String identity() {
        return NativeIds.pair(mcpSessionId, toolCallId);
    }

    /// This call as a step of a workflow.
    ///
    /// @throws Rejected when it already names another workflow or step
    public McpOrchestrationContext boundTo(WorkflowContext workflow) {
        requireConsistentWith(workflow);
        return new McpOrchestrationContext(
                mcpSessionId, mcpServerUri, toolCallId, toolName, workflow.workflowId(), workflow.stepId());
    }

    /// The fields in the order of the specification; absent ones are left out.
    public JsonObject toJson() {
        return JsonObject.of(SESSION, mcpSessionId)
                .with(SERVER, mcpServerUri)
                .with(CALL, toolCallId)
                .with(TOOL, toolName)
                .withIfPresent(BindingFields.WORKFLOW_ID, workflowId == null ? null : workflowId.value())
                .withIfPresent(BindingFields.STEP_ID, stepId == null ? null : stepId.value());
    }

    private static String pointer(String field) {
        return Refusals.segment(EXTENSION_KEY) + "/" + field;
    }
}
