package dev.waybill.doors.mcp;

import dev.waybill.base.json.JsonObject;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.InitializeRequest;
import java.lang.reflect.Type;

/// Gives the SDK what it needs of a message that is already read. A server with tools converts two kinds of requests;
/// everything else passes it untouched, so that no general object mapper is needed, loaded or trusted with numbers.
final class McpJson implements McpJsonMapper {

    /// Arguments are judged by the tools, which say what to do instead; answers by tests.
    static final JsonSchemaValidator NO_VALIDATOR = (_, _) -> JsonSchemaValidator.ValidationResponse.asValid("");

    @Override
    public <T> T convertValue(Object params, Class<T> type) {
        return type.cast(request(params, type));
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T convertValue(Object params, TypeRef<T> type) {
        return (T) request(params, type.getType());
    }

    private static Object request(Object params, Type type) {
        JsonObject fields = params instanceof JsonObject object ? object : JsonObject.EMPTY;
        if (type == InitializeRequest.class) {
            return initialize(fields);
        }
        if (type == CallToolRequest.class) {
            // The tool takes its arguments from the message itself.
            return CallToolRequest.builder(fields.string("name").orElseThrow()).build();
        }
        throw unused();
    }

    private static InitializeRequest initialize(JsonObject fields) {
        JsonObject client = fields.object("clientInfo").orElse(JsonObject.EMPTY);
        Implementation who = Implementation.builder(
                        client.string("name").orElse("unknown"),
                        client.string("version").orElse("unknown"))
                .build();
        String version = fields.string("protocolVersion").orElse("unknown");
        return InitializeRequest.builder(version, ClientCapabilities.builder().build(), who)
                .build();
    }

    @Override
    public <T> T readValue(String content, Class<T> type) {
        throw unused();
    }

    @Override
    public <T> T readValue(byte[] content, Class<T> type) {
        throw unused();
    }

    @Override
    public <T> T readValue(String content, TypeRef<T> type) {
        throw unused();
    }

    @Override
    public <T> T readValue(byte[] content, TypeRef<T> type) {
        throw unused();
    }

    @Override
    public String writeValueAsString(Object value) {
        throw unused();
    }

    @Override
    public byte[] writeValueAsBytes(Object value) {
        throw unused();
    }

    private static UnsupportedOperationException unused() {
        return new UnsupportedOperationException("a server that only has tools does not read or write this");
    }
}
