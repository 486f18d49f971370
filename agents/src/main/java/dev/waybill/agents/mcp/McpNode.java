package dev.waybill.agents.mcp;

import dev.waybill.agents.sheet.Sheet;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.ActivityKind;
import dev.waybill.engine.node.NodeManifest;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.workflow.WorkflowNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// A node type that asks an MCP server for something.
///
/// @param name the last word of the type's id, and its manifest's name
/// @param usualMillis how long it may take when the node does not say
record McpNode(McpServers servers, String name, long usualMillis, Work work) implements Activity {

    static final String PACK = "core.openwop.mcp.";

    /// What is asked, and what becomes of the answer.
    interface Work {
        JsonObject outputs(McpServer server, ActivityCall call, Duration patience)
                throws McpTrouble, InterruptedException;
    }

    @Override
    public String typeId() {
        return PACK + name;
    }

    @Override
    public NodeManifest manifest() {
        return Sheet.of(McpNode.class, name);
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
        return unknownServer(servers, node);
    }

    static List<String> unknownServer(McpServers servers, WorkflowNode node) {
        String server = node.config().string("serverId").orElse("");
        return server.isEmpty() || servers.has(server)
                ? List.of()
                : List.of("no MCP server is called \"%s\"; the setting agents.mcp-servers has %s"
                        .formatted(server, servers.names()));
    }

    @Override
    public NodeResult execute(ActivityCall call) throws InterruptedException {
        try {
            McpServer server =
                    servers.named(call.node().config().string("serverId").orElse(""));
            return NodeResult.done(work.outputs(server, call, patience(call, usualMillis)));
        } catch (McpTrouble trouble) {
            return trouble.result();
        }
    }

    /// As long as the node says, and never past the moment at which nobody waits any more.
    static Duration patience(ActivityCall call, long usualMillis) {
        long millis = call.node().config().get("timeoutMs") instanceof JsonNumber number
                ? number.asInteger().orElse(usualMillis)
                : usualMillis;
        Duration patience = Duration.ofMillis(millis);
        return call.deadline()
                .map(deadline -> Duration.between(Instant.now(), deadline))
                .map(left -> left.isNegative() ? Duration.ofMillis(1) : left)
                .filter(left -> left.compareTo(patience) < 0)
                .orElse(patience);
    }
}
