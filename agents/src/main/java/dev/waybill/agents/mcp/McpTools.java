package dev.waybill.agents.mcp;

import dev.waybill.agents.tool.ToolAnswer;
import dev.waybill.agents.tool.ToolCall;
import dev.waybill.agents.tool.ToolDescriptor;
import dev.waybill.agents.tool.ToolDescriptor.Tier;
import dev.waybill.agents.tool.ToolSource;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.journal.event.AgentFact.ToolTransport;
import dev.waybill.journal.event.RunError;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The tools of one MCP server, for agents: `mcp:SERVER/TOOL`.
public record McpTools(McpServer server) implements ToolSource {

    private static final Duration TO_LIST = Duration.ofSeconds(15);
    private static final Duration TO_ANSWER = Duration.ofSeconds(30);

    /// One source for each server.
    public static List<ToolSource> of(McpServers servers) {
        List<ToolSource> sources = new ArrayList<>();
        servers.all().forEach(server -> sources.add(new McpTools(server)));
        return sources;
    }

    @Override
    public String name() {
        return "mcp:" + server.name();
    }

    @Override
    public List<ToolDescriptor> tools() throws McpTrouble, InterruptedException {
        List<ToolDescriptor> tools = new ArrayList<>();
        for (JsonObject tool : server.tools(TO_LIST)) {
            tools.add(new ToolDescriptor(
                    name() + "/" + tool.string("name").orElse(""),
                    tool.string("description").orElse(""),
                    tool.object("inputSchema").orElse(JsonObject.of("type", "object")),
                    List.of(),
                    ToolTransport.MCP,
                    isReadOnly(tool) ? Tier.READ : Tier.WRITE));
        }
        return tools;
    }

    private static boolean isReadOnly(JsonObject tool) {
        return tool.object("annotations").orElse(JsonObject.EMPTY).get("readOnlyHint") == JsonBool.TRUE;
    }

    @Override
    public ToolAnswer call(ToolCall call) throws InterruptedException {
        String tool = call.tool().id().substring(name().length() + 1);
        Duration left = call.within()
                .deadline()
                .map(deadline -> Duration.between(Instant.now(), deadline))
                .filter(until -> until.compareTo(TO_ANSWER) < 0)
                .orElse(TO_ANSWER);
        try {
            JsonObject answer = server.ask(
                    new McpRequest.CallTool(tool, call.arguments()),
                    Carriage.of(call.within(), call.idempotencyKey()),
                    left,
                    call.within());
            return answer.get("isError") == JsonBool.TRUE
                    ? new ToolAnswer.Failed(RunError.of("mcp_tool_error", text(answer)))
                    : new ToolAnswer.Given(ToolResult.value(answer));
        } catch (McpTrouble trouble) {
            return new ToolAnswer.Failed(trouble.error());
        }
    }

    private static String text(JsonObject answer) {
        return ToolResult.value(answer) instanceof JsonString(var said)
                ? said
                : ToolResult.value(answer).toString();
    }
}
