package dev.waybill.doors.mcp;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.runtime.guided.Client;
import dev.waybill.runtime.guided.GuidedTools;
import java.util.List;
import java.util.function.Supplier;

/// The part of MCP that a server with tools needs: a few methods, each with its answer.
///
/// It keeps nothing between two messages, so stdio and HTTP share it, and the calling thread does the work.
final class McpProtocol {

    static final String INITIALIZE = "initialize";
    static final String CALL = "tools/call";

    /// In `_meta` of a request: `true` asks for JSON where the server answers in Markdown.
    static final String STRUCTURED = "dev.waybill/structured";

    /// The list of tools changes with the program only.
    private static final long FRESH_MILLIS = 3_600_000;

    private final McpTools tools;
    private final ToolCall calls;
    private final JsonObject server;

    /// @param open opens the tools at their first call
    /// @param version of this program, as clients are told
    McpProtocol(McpTools tools, Supplier<? extends GuidedTools> open, String version) {
        this.tools = tools;
        this.calls = new ToolCall(new LazyTools(open));
        this.server = JsonObject.of("name", "waybill").with("title", "Waybill").with("version", version);
    }

    /// The answer to a request, ready to be sent, and how HTTP shows it.
    @SuppressWarnings("ArrayRecordComponent")
    record Reply(byte[] message, McpRefusal.Status status) {}

    /// Its result, or an error of the protocol.
    Reply answer(Rpc.Request request, Client client) {
        return answer(request, client, tools.form());
    }

    /// The same, for a client that chose its form.
    Reply answer(Rpc.Request request, Client client, AnswerForm chosen) {
        try {
            Revision.check(request);
            AnswerForm form = request.meta().get(STRUCTURED) == JsonBool.TRUE ? AnswerForm.JSON : chosen;
            return new Reply(Rpc.result(request.id(), result(request, client, form)), McpRefusal.Status.OK);
        } catch (McpRefusal refusal) {
            return new Reply(refusal.answer(request), refusal.status());
        } catch (RuntimeException e) {
            return new Reply(Rpc.error(request.id(), Rpc.INTERNAL_ERROR, "Internal error: " + e), McpRefusal.Status.OK);
        }
    }

    private JsonObject result(Rpc.Request request, Client client, AnswerForm form) {
        if (!Revision.isAlone(request)) {
            return switch (request.method()) {
                case INITIALIZE -> initialized(request.params());
                case "ping" -> JsonObject.EMPTY;
                case "tools/list" -> listed(request, form);
                case CALL -> called(request, client, form);
                default -> throw unknown(request, McpRefusal.Status.OK);
            };
        }
        JsonObject result = switch (request.method()) {
            case "server/discover" -> cacheable(discovered());
            case "tools/list" -> cacheable(listed(request, form));
            case CALL -> called(request, named(client, request), form);
            default -> throw unknown(request, McpRefusal.Status.NOT_FOUND);
        };
        JsonObject meta = result.object("_meta").orElse(JsonObject.EMPTY).with(Revision.SERVER, server);
        return result.with("_meta", meta).with("resultType", "complete");
    }

    private static McpRefusal unknown(Rpc.Request request, McpRefusal.Status status) {
        return new McpRefusal(Rpc.METHOD_NOT_FOUND, "Method not found: " + request.method(), JsonObject.EMPTY, status);
    }

    /// Without a handshake the client says with each request who it is.
    private static Client named(Client client, Rpc.Request request) {
        String agent = ClientName.named(request.meta().object(Revision.CLIENT).orElse(JsonObject.EMPTY))
                .orElse(null);
        return new Client(client.caller(), agent, client.meta());
    }

    /// @throws McpRefusal when the client names no version: whatever we chose, it might not speak it
    private JsonObject initialized(JsonObject params) {
        String asked = params.string("protocolVersion").orElse("");
        if (asked.isBlank()) {
            throw new McpRefusal(
                    Rpc.INVALID_PARAMS,
                    "initialize needs params.protocolVersion, one of: " + String.join(", ", Revision.WITH_HANDSHAKE)
                            + ".",
                    JsonObject.of("supported", JsonArray.ofStrings(Revision.all()))
                            .with("requested", asked),
                    McpRefusal.Status.OK);
        }
        String agreed = Revision.WITH_HANDSHAKE.contains(asked) ? asked : Revision.WITH_HANDSHAKE.getLast();
        return JsonObject.of("protocolVersion", agreed)
                .with("capabilities", capabilities())
                .with("serverInfo", server)
                .with("instructions", ToolTexts.instructions());
    }

    private static JsonObject discovered() {
        return JsonObject.of("supportedVersions", JsonArray.ofStrings(Revision.all()))
                .with("capabilities", capabilities())
                .with("instructions", ToolTexts.instructions());
    }

    private static JsonObject capabilities() {
        JsonObject changes = JsonObject.of("listChanged", JsonBool.FALSE);
        return JsonObject.of("tools", changes);
    }

    /// The same for everybody.
    private static JsonObject cacheable(JsonObject result) {
        return result.with("ttlMs", JsonNumber.of(FRESH_MILLIS)).with("cacheScope", "public");
    }

    private JsonObject listed(Rpc.Request request, AnswerForm form) {
        JsonValue cursor = request.params().get("cursor");
        if (cursor != null && !(cursor instanceof JsonNull)) {
            throw McpRefusal.invalid(
                    "There is no such cursor: tools/list gives all tools at once. Call it without a cursor.");
        }
        List<JsonValue> list =
                tools.all().stream().<JsonValue>map(tool -> tool.listed(form)).toList();
        return JsonObject.of("tools", new JsonArray(list));
    }

    private JsonObject called(Rpc.Request request, Client client, AnswerForm form) {
        JsonObject params = request.params();
        String name = params.string("name")
                .orElseThrow(() -> McpRefusal.invalid("tools/call needs params.name, one of: " + tools.names() + "."));
        McpTool tool = tools.named(name)
                .orElseThrow(() ->
                        McpRefusal.invalid("There is no tool \"" + name + "\". The tools are: " + tools.names() + "."));
        JsonObject arguments = objectOrEmpty(params, "arguments");
        JsonObject meta = objectOrEmpty(params, "_meta");
        return form.result(calls.answer(tool, arguments, client.saying(meta)));
    }

    private static JsonObject objectOrEmpty(JsonObject params, String field) {
        return switch (params.get(field)) {
            case null -> JsonObject.EMPTY;
            case JsonNull _ -> JsonObject.EMPTY;
            case JsonObject object -> object;
            case JsonValue other ->
                throw McpRefusal.invalid("params." + field + " must be a JSON object, found " + other.kind()
                        + ". Send the fields themselves, not a text that contains them.");
        };
    }
}
