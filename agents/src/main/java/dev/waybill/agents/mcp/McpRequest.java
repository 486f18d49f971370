package dev.waybill.agents.mcp;

import dev.waybill.base.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// What can be asked of a server.
sealed interface McpRequest {

    record ListTools(@Nullable String cursor) implements McpRequest {}

    record CallTool(String name, JsonObject arguments) implements McpRequest {}

    record ListResources(@Nullable String cursor) implements McpRequest {}

    record ListTemplates(@Nullable String cursor) implements McpRequest {}

    record ReadResource(String uri) implements McpRequest {}

    record ListPrompts(@Nullable String cursor) implements McpRequest {}

    record GetPrompt(String name, JsonObject arguments) implements McpRequest {}

    record Complete(JsonObject reference, JsonObject argument) implements McpRequest {}

    record SetLevel(String level) implements McpRequest {}

    record Ping() implements McpRequest {}
}
