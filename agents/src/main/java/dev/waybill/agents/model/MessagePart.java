package dev.waybill.agents.model;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import org.jspecify.annotations.Nullable;

/// A piece of what was said.
public sealed interface MessagePart {

    record Text(String text) implements MessagePart {}

    /// What a model thought before it spoke.
    ///
    /// @param text what the provider shows of it; may be empty
    /// @param signature the provider's seal, without which it would not believe its own words; null without one
    record Reasoning(String text, @Nullable String signature) implements MessagePart {}

    /// @param id the same in the result of the call
    record ToolCall(String id, String name, JsonObject arguments) implements MessagePart {}

    /// @param id of the call
    /// @param name of the tool
    record ToolResult(String id, String name, String content, boolean isError) implements MessagePart {}

    /// Something that only its provider understands, such as a search that it made itself.
    record Opaque(JsonValue json) implements MessagePart {}
}
