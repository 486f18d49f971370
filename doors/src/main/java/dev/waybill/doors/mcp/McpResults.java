package dev.waybill.doors.mcp;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.InitializeResult;
import io.modelcontextprotocol.spec.McpSchema.ListToolsResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The results of the SDK as JSON. Where a result carries JSON of ours, that is what is written.
final class McpResults {

    private McpResults() {}

    static JsonObject json(Object result) {
        return switch (result) {
            case InitializeResult initialized -> initialized(initialized);
            case ListToolsResult list ->
                JsonObject.builder()
                        .put("tools", array(list.tools(), McpResults::tool))
                        .build();
            case CallToolResult called -> called(called);
            case Map<?, ?> map -> map(map);
            default -> throw new IllegalStateException("no JSON for " + result.getClass());
        };
    }

    private static JsonObject initialized(InitializeResult result) {
        return JsonObject.builder()
                .put("protocolVersion", result.protocolVersion())
                .put("capabilities", capabilities(result.capabilities()))
                .put(
                        "serverInfo",
                        JsonObject.builder()
                                .put("name", result.serverInfo().name())
                                .putIfPresent("title", result.serverInfo().title())
                                .put("version", result.serverInfo().version())
                                .build())
                .putIfPresent("instructions", result.instructions())
                .build();
    }

    private static JsonObject capabilities(ServerCapabilities capabilities) {
        boolean changes = Boolean.TRUE.equals(capabilities.tools().listChanged());
        return JsonObject.builder()
                .put("tools", JsonObject.builder().put("listChanged", changes).build())
                .build();
    }

    private static JsonObject tool(Tool tool) {
        return JsonObject.builder()
                .put("name", tool.name())
                .putIfPresent("title", tool.title())
                .put("description", tool.description())
                .put("inputSchema", map(tool.inputSchema()))
                .put("outputSchema", map(tool.outputSchema()))
                .put("annotations", annotations(tool.annotations()))
                .build();
    }

    private static JsonObject annotations(ToolAnnotations hints) {
        return JsonObject.builder()
                .put("title", hints.title())
                .put("readOnlyHint", hints.readOnlyHint())
                .put("destructiveHint", hints.destructiveHint())
                .put("idempotentHint", hints.idempotentHint())
                .put("openWorldHint", hints.openWorldHint())
                .build();
    }

    private static JsonObject called(CallToolResult result) {
        return JsonObject.builder()
                .put("content", array(result.content(), McpResults::content))
                .putIfPresent("structuredContent", (JsonValue) result.structuredContent())
                .put("isError", Boolean.TRUE.equals(result.isError()))
                .putIfPresent("_meta", meta(result.meta()))
                .build();
    }

    private static JsonObject content(Content content) {
        return JsonObject.builder()
                .put("type", "text")
                .put("text", ((TextContent) content).text())
                .build();
    }

    private static @Nullable JsonObject meta(@Nullable Map<String, Object> meta) {
        return meta == null || meta.isEmpty() ? null : map(meta);
    }

    private static <T> JsonArray array(List<T> items, Function<T, JsonObject> json) {
        return new JsonArray(items.stream().<JsonValue>map(json).toList());
    }

    private static JsonObject map(Map<?, ?> map) {
        var json = JsonObject.builder();
        map.forEach((name, value) -> json.put((String) name, (JsonValue) value));
        return json.build();
    }
}
