package dev.waybill.doors.mcp;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.runtime.guided.Client;
import dev.waybill.runtime.guided.GuidedAnswer;
import dev.waybill.runtime.guided.GuidedTools;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpStatelessServerHandler;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import io.modelcontextprotocol.spec.McpStatelessServerTransport;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/// The server of the SDK behind one plain question: this message from this caller, what is the answer?
///
/// It keeps nothing between two messages, so stdio and HTTP share it, and the calling thread does the work.
final class McpProtocol implements McpStatelessServerTransport {

    static final List<String> VERSIONS = List.of(
            ProtocolVersions.MCP_2024_11_05,
            ProtocolVersions.MCP_2025_03_26,
            ProtocolVersions.MCP_2025_06_18,
            ProtocolVersions.MCP_2025_11_25);

    private static final String CALL = "call";

    private final McpTools tools;
    private final ToolCall calls;
    private @Nullable McpStatelessServerHandler handler;

    private McpProtocol(McpTools tools, ToolCall calls) {
        this.tools = tools;
        this.calls = calls;
    }

    /// @param version of this program, as clients are told
    static McpProtocol of(McpTools tools, Supplier<? extends GuidedTools> open, String version) {
        var protocol = new McpProtocol(tools, new ToolCall(new LazyTools(open)));
        var _ = McpServer.sync(protocol)
                .serverInfo(McpSchema.Implementation.builder("waybill", version)
                        .title("Waybill")
                        .build())
                .instructions(ToolTexts.instructions())
                .capabilities(
                        McpSchema.ServerCapabilities.builder().tools(false).build())
                .tools(tools.all().stream().map(protocol::specification).toList())
                .jsonMapper(new McpJson())
                .jsonSchemaValidator(McpJson.NO_VALIDATOR)
                .validateToolInputs(false)
                .immediateExecution(true)
                .build();
        return protocol;
    }

    /// The answer to a request, ready to be sent: its result, or an error of the protocol.
    byte[] answer(Rpc.Request request, Client client) {
        try {
            return Rpc.result(request.id(), result(request, client));
        } catch (McpError e) {
            return Rpc.error(
                    request.id(),
                    e.getJsonRpcError().code(),
                    e.getJsonRpcError().message());
        } catch (RuntimeException e) {
            return Rpc.error(request.id(), McpSchema.ErrorCodes.INTERNAL_ERROR, "Internal error: " + e);
        }
    }

    private JsonObject result(Rpc.Request request, Client client) {
        if (request.method().equals(McpSchema.METHOD_TOOLS_CALL)) {
            checkCall(request.params());
        }
        var response = Objects.requireNonNull(handler()
                .handleRequest(context(request, client), sdkRequest(request))
                .block());
        if (response.error() != null) {
            throw new McpError(response.error());
        }
        return McpResults.json(response.result());
    }

    void notified(Rpc.Notification notification) {
        handler()
                .handleNotification(McpTransportContext.EMPTY, new JSONRPCNotification(notification.method()))
                .block();
    }

    private static JSONRPCRequest sdkRequest(Rpc.Request request) {
        // The SDK knows fewer kinds of ids than clients use; the answer gets the client's own.
        return new JSONRPCRequest(McpSchema.JSONRPC_VERSION, request.method(), 0, request.params());
    }

    private static McpTransportContext context(Rpc.Request request, Client client) {
        Map<String, Object> context = new LinkedHashMap<>();
        context.put(CALL, new Call(request.params(), client));
        return McpTransportContext.create(context);
    }

    /// What the SDK would refuse with a text that helps nobody.
    private void checkCall(JsonObject params) {
        String name = params.string("name")
                .orElseThrow(() -> invalid("tools/call needs params.name, one of: " + tools.names() + "."));
        if (tools.named(name).isEmpty()) {
            throw invalid("There is no tool \"" + name + "\". The tools are: " + tools.names() + ".");
        }
        for (String field : List.of("arguments", "_meta")) {
            JsonValue value = params.get(field);
            if (value != null && !(value instanceof JsonObject)) {
                throw invalid("params." + field + " must be a JSON object, found " + value.kind()
                        + ". Send the fields themselves, not a text that contains them.");
            }
        }
    }

    private static McpError invalid(String message) {
        return McpError.builder(McpSchema.ErrorCodes.INVALID_PARAMS)
                .message(message)
                .build();
    }

    private SyncToolSpecification specification(McpTool tool) {
        return new SyncToolSpecification(
                Tool.builder(tool.name(), map(tool.input()))
                        .title(tool.title())
                        .description(tool.description())
                        .outputSchema(map(tool.output()))
                        .annotations(hints(tool))
                        .build(),
                (context, _) -> called(tool, (Call) context.get(CALL)));
    }

    private CallToolResult called(McpTool tool, Call call) {
        GuidedAnswer answer = calls.answer(tool, call.arguments(), call.calling());
        return new CallToolResult(
                List.of(TextContent.builder(answer.text()).build()),
                answer.isError(),
                answer.structured(),
                map(answer.meta()));
    }

    private static ToolAnnotations hints(McpTool tool) {
        JsonObject hints = tool.annotations();
        return new ToolAnnotations(
                tool.title(),
                isTrue(hints, "readOnlyHint"),
                isTrue(hints, "destructiveHint"),
                isTrue(hints, "idempotentHint"),
                isTrue(hints, "openWorldHint"),
                null);
    }

    private static boolean isTrue(JsonObject hints, String name) {
        return hints.get(name) == JsonBool.TRUE;
    }

    private static Map<String, Object> map(JsonObject json) {
        return new LinkedHashMap<>(json.members());
    }

    private McpStatelessServerHandler handler() {
        return Objects.requireNonNull(handler, "the SDK sets its handler while the server is built");
    }

    @Override
    public void setMcpHandler(McpStatelessServerHandler handler) {
        this.handler = handler;
    }

    @Override
    public List<String> protocolVersions() {
        return VERSIONS;
    }

    @Override
    public Mono<Void> closeGracefully() {
        return Mono.empty();
    }

    /// A call of a tool, as it was sent.
    private record Call(JsonObject params, Client client) {

        JsonObject arguments() {
            return params.object("arguments").orElse(JsonObject.EMPTY);
        }

        Client calling() {
            return client.saying(params.object("_meta").orElse(JsonObject.EMPTY));
        }
    }
}
