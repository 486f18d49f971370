package dev.waybill.agents.mcp;

import dev.waybill.agents.sheet.Sheet;
import dev.waybill.agents.tool.ToolRecord;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.ActivityKind;
import dev.waybill.engine.node.NodeManifest;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.RemoteRun;
import dev.waybill.journal.event.AgentFact.ToolStatus;
import dev.waybill.journal.event.AgentFact.ToolTransport;
import dev.waybill.workflow.WorkflowNode;
import java.time.Duration;
import java.util.List;

/// `core.openwop.mcp.invoke-tool`: calls a tool.
///
/// Whether a call may be repeated when nobody knows what became of it, its server says (`readOnlyHint`,
/// `idempotentHint`). Of a tool that says nothing, a person is asked.
record InvokeTool(McpServers servers) implements Activity {

    private static final long USUAL_MILLIS = 30_000;
    private static final Duration TO_SAY = Duration.ofSeconds(10);

    @Override
    public String typeId() {
        return McpNode.PACK + "invoke-tool";
    }

    @Override
    public NodeManifest manifest() {
        return Sheet.of(McpNode.class, "invoke-tool");
    }

    @Override
    public ActivityKind kind() {
        return ActivityKind.TOOL;
    }

    @Override
    public List<String> lacking(WorkflowNode node, JsonObject configurable) {
        return check(node);
    }

    @Override
    public List<String> check(WorkflowNode node) {
        return McpNode.unknownServer(servers, node);
    }

    @Override
    public boolean isRepeatable(WorkflowNode node) {
        try {
            return servers.named(node.config().string("serverId").orElse(""))
                    .isRepeatable(node.config().string("toolName").orElse(""), TO_SAY);
        } catch (McpTrouble _) {
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public NodeResult execute(ActivityCall call) throws InterruptedException {
        JsonObject config = call.node().config();
        String server = config.string("serverId").orElse("");
        String tool = config.string("toolName").orElse("");
        JsonObject arguments = call.node().inputs().object("args").orElse(JsonObject.EMPTY);
        ToolRecord told = ToolRecord.ofNode(call, server + "/" + tool, arguments, ToolTransport.MCP)
                .tellCall(call);
        long began = System.nanoTime();
        try {
            McpServer called = servers.named(server);
            called.isRepeatable(tool, TO_SAY);
            JsonObject answer = called.ask(
                    new McpRequest.CallTool(tool, arguments),
                    Carriage.of(call, call.invocationId()),
                    McpNode.patience(call, USUAL_MILLIS),
                    call);
            boolean failed = answer.get("isError") == JsonBool.TRUE;
            RemoteRun by = ToolResult.run(answer);
            told.ended(failed ? ToolStatus.ERROR : ToolStatus.OK, null, null)
                    .tellReturn(call, by == null ? null : by.event(null).orElse(null));
            return NodeResult.done(ToolResult.outputs(tool, answer)
                    .put(
                            "durationMs",
                            Duration.ofNanos(System.nanoTime() - began).toMillis())
                    .build());
        } catch (McpTrouble trouble) {
            told.ended(ToolStatus.ERROR, null, trouble.error()).tellReturn(call, null);
            return trouble.result();
        }
    }
}
