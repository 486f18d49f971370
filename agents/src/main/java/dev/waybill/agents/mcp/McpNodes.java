package dev.waybill.agents.mcp;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The node types that ask MCP servers, under the ecosystem's names.
public final class McpNodes {

    private static final long SHORT = 5_000;
    private static final long USUAL = 15_000;

    private McpNodes() {}

    public static List<Activity> of(McpServers servers) {
        List<Activity> all = new ArrayList<>();
        all.add(new InvokeTool(servers));
        all.add(new McpNode(servers, "list-tools", USUAL, McpNodes::tools));
        all.add(new McpNode(servers, "read-resource", USUAL, McpNodes::resource));
        all.add(new McpNode(servers, "server-status", SHORT, McpNodes::status));
        all.add(new McpNode(servers, "ping", SHORT, McpNodes::ping));
        all.add(passing(servers, "list-resources", call -> new McpRequest.ListResources(text(call, "cursor"))));
        all.add(passing(
                servers, "list-resource-templates", call -> new McpRequest.ListTemplates(text(call, "cursor"))));
        all.add(passing(servers, "list-prompts", call -> new McpRequest.ListPrompts(text(call, "cursor"))));
        all.add(passing(
                servers,
                "get-prompt",
                call -> new McpRequest.GetPrompt(String.valueOf(text(call, "name")), object(call, "arguments"))));
        all.add(passing(
                servers, "completion", call -> new McpRequest.Complete(object(call, "ref"), object(call, "argument"))));
        all.add(passing(
                servers, "set-log-level", call -> new McpRequest.SetLevel(String.valueOf(text(call, "level")))));
        return all;
    }

    private interface Asked {
        McpRequest by(ActivityCall call);
    }

    private static McpNode passing(McpServers servers, String name, Asked asked) {
        return new McpNode(
                servers,
                name,
                USUAL,
                (server, call, patience) -> JsonObject.of(
                        "result", server.ask(asked.by(call), Carriage.of(call, call.invocationId()), patience, call)));
    }

    private static @Nullable String text(ActivityCall call, String name) {
        return call.node().inputs().string(name).orElse(null);
    }

    private static JsonObject object(ActivityCall call, String name) {
        return call.node().inputs().object(name).orElse(JsonObject.EMPTY);
    }

    private static JsonObject tools(McpServer server, ActivityCall call, Duration patience)
            throws McpTrouble, InterruptedException {
        List<JsonValue> tools = new ArrayList<>(server.tools(patience));
        return JsonObject.of("tools", new JsonArray(tools)).with("count", tools.size());
    }

    private static JsonObject resource(McpServer server, ActivityCall call, Duration patience)
            throws McpTrouble, InterruptedException {
        String uri = call.node().config().string("uri").orElse("");
        JsonObject answer =
                server.ask(new McpRequest.ReadResource(uri), Carriage.of(call, call.invocationId()), patience, call);
        JsonArray contents = answer.array("contents").orElse(JsonArray.EMPTY);
        JsonObject first = contents.size() == 0
                ? JsonObject.EMPTY
                : contents.get(0).asObject().orElse(JsonObject.EMPTY);
        boolean binary = first.has("blob");
        JsonValue content = binary ? first.get("blob") : first.get("text");
        return JsonObject.of("content", content == null ? JsonNull.NULL : content)
                .with("mimeType", first.string("mimeType").orElse(""))
                .with("encoding", binary ? "base64" : "utf-8")
                .with("uri", uri);
    }

    /// That a server does not answer is what this node is asked to find out.
    private static JsonObject status(McpServer server, ActivityCall call, Duration patience)
            throws InterruptedException {
        long began = System.nanoTime();
        JsonObject.Builder told = JsonObject.builder();
        try {
            JsonObject who = server.greet(patience);
            told.put("available", JsonBool.TRUE);
            who.string("name").ifPresent(name -> told.put("name", name));
            who.string("version").ifPresent(version -> told.put("version", version));
        } catch (McpTrouble trouble) {
            told.put("available", JsonBool.FALSE).put("error", String.valueOf(trouble.getMessage()));
        }
        return told.put("latencyMs", since(began)).build();
    }

    private static JsonObject ping(McpServer server, ActivityCall call, Duration patience) throws InterruptedException {
        long began = System.nanoTime();
        try {
            server.ask(new McpRequest.Ping(), Carriage.of(call, call.invocationId()), patience, call);
            return JsonObject.of("ok", true).with("roundtripMs", since(began));
        } catch (McpTrouble trouble) {
            return JsonObject.of("ok", false)
                    .with("roundtripMs", since(began))
                    .with("reason", String.valueOf(trouble.getMessage()));
        }
    }

    private static long since(long began) {
        return Duration.ofNanos(System.nanoTime() - began).toMillis();
    }
}
