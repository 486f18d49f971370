package dev.waybill.bench;

import dev.waybill.base.json.JsonObject;
import java.io.IOException;

/// Calls of MCP tools, whatever carries them.
@FunctionalInterface
interface ToolCalls {

    /// @param message a request of JSON-RPC
    /// @return the whole message that answers
    JsonObject send(JsonObject message) throws IOException, InterruptedException;

    /// @return the structured answer of a tool
    default JsonObject call(String tool, JsonObject arguments) throws IOException, InterruptedException {
        return structured(send(toolCall(tool, arguments)));
    }

    static JsonObject structured(JsonObject answer) throws IOException {
        return answer.object("result")
                .flatMap(result -> result.object("structuredContent"))
                .filter(structured -> !structured.has("error"))
                .orElseThrow(() -> new IOException("expected the answer of a tool, found " + answer));
    }

    static JsonObject toolCall(String tool, JsonObject arguments) {
        return message(
                "tools/call",
                JsonObject.builder()
                        .put("name", tool)
                        .put("arguments", arguments)
                        .build());
    }

    static JsonObject message(String method, JsonObject params) {
        return JsonObject.builder()
                .put("jsonrpc", "2.0")
                .put("id", 1)
                .put("method", method)
                .put("params", params)
                .build();
    }
}
