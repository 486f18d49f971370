package dev.waybill.doors.mcp;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.runtime.guided.Client;
import dev.waybill.runtime.guided.GuidedAnswer;
import dev.waybill.runtime.guided.GuidedTools;
import java.util.List;
import java.util.function.Supplier;

/// The part of MCP that a server with tools needs: four methods, each with its answer.
///
/// It keeps nothing between two messages, so stdio and HTTP share it, and the calling thread does the work.
final class McpProtocol {

    static final String INITIALIZE = "initialize";

    /// Oldest first. A client that asks for any other version is offered the last one, as the specification wants.
    static final List<String> VERSIONS = List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");

    private final McpTools tools;
    private final ToolCall calls;
    private final String version;

    /// @param open opens the tools at their first call
    /// @param version of this program, as clients are told
    McpProtocol(McpTools tools, Supplier<? extends GuidedTools> open, String version) {
        this.tools = tools;
        this.calls = new ToolCall(new LazyTools(open));
        this.version = version;
    }

    /// The answer to a request, ready to be sent: its result, or an error of the protocol.
    byte[] answer(Rpc.Request request, Client client) {
        try {
            return Rpc.result(request.id(), result(request, client));
        } catch (Refused refused) {
            return Rpc.error(request.id(), refused.code, String.valueOf(refused.getMessage()));
        } catch (RuntimeException e) {
            return Rpc.error(request.id(), Rpc.INTERNAL_ERROR, "Internal error: " + e);
        }
    }

    private JsonObject result(Rpc.Request request, Client client) {
        JsonObject params = request.params();
        return switch (request.method()) {
            case INITIALIZE -> initialized(params);
            case "ping" -> JsonObject.EMPTY;
            case "tools/list" -> listed();
            case "tools/call" -> called(params, client);
            default -> throw new Refused(Rpc.METHOD_NOT_FOUND, "Method not found: " + request.method());
        };
    }

    private JsonObject initialized(JsonObject params) {
        String agreed =
                params.string("protocolVersion").filter(VERSIONS::contains).orElse(VERSIONS.getLast());
        JsonObject changes =
                JsonObject.builder().put("listChanged", JsonBool.FALSE).build();
        return JsonObject.builder()
                .put("protocolVersion", agreed)
                .put("capabilities", JsonObject.builder().put("tools", changes).build())
                .put(
                        "serverInfo",
                        JsonObject.builder()
                                .put("name", "waybill")
                                .put("title", "Waybill")
                                .put("version", version)
                                .build())
                .put("instructions", ToolTexts.instructions())
                .build();
    }

    private JsonObject listed() {
        List<JsonValue> list =
                tools.all().stream().<JsonValue>map(McpTool::listed).toList();
        return JsonObject.builder().put("tools", new JsonArray(list)).build();
    }

    private JsonObject called(JsonObject params, Client client) {
        String name = params.string("name")
                .orElseThrow(() -> invalid("tools/call needs params.name, one of: " + tools.names() + "."));
        McpTool tool = tools.named(name)
                .orElseThrow(() -> invalid("There is no tool \"" + name + "\". The tools are: " + tools.names() + "."));
        JsonObject arguments = objectOrEmpty(params, "arguments");
        GuidedAnswer answer = calls.answer(tool, arguments, client.saying(objectOrEmpty(params, "_meta")));
        JsonObject text = JsonObject.builder()
                .put("type", "text")
                .put("text", answer.text())
                .build();
        return JsonObject.builder()
                .put("content", JsonArray.of(text))
                .put("structuredContent", answer.structured())
                .put("isError", JsonBool.of(answer.isError()))
                .putIfPresent("_meta", answer.meta().isEmpty() ? null : answer.meta())
                .build();
    }

    private static JsonObject objectOrEmpty(JsonObject params, String field) {
        JsonValue value = params.get(field);
        if (value != null && !(value instanceof JsonObject)) {
            throw invalid("params." + field + " must be a JSON object, found " + value.kind()
                    + ". Send the fields themselves, not a text that contains them.");
        }
        return value == null ? JsonObject.EMPTY : (JsonObject) value;
    }

    private static Refused invalid(String message) {
        return new Refused(Rpc.INVALID_PARAMS, message);
    }

    /// A request that breaks the protocol; what a tool refuses is a result instead.
    private static final class Refused extends RuntimeException {

        private static final long serialVersionUID = 1;

        private final int code;

        private Refused(int code, String message) {
            super(message, null, false, false);
            this.code = code;
        }
    }
}
