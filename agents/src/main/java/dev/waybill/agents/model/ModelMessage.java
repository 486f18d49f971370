package dev.waybill.agents.model;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One message of a conversation.
///
/// @param verbatim as its provider wrote it; null for a message of ours, and for one whose parts were changed
public record ModelMessage(
        Role role, List<MessagePart> parts, @Nullable Verbatim verbatim) {

    public ModelMessage {
        parts = List.copyOf(parts);
    }

    public ModelMessage(Role role, List<MessagePart> parts) {
        this(role, parts, null);
    }

    public static ModelMessage system(String text) {
        return text(Role.SYSTEM, text);
    }

    public static ModelMessage user(String text) {
        return text(Role.USER, text);
    }

    public static ModelMessage assistant(String text) {
        return text(Role.ASSISTANT, text);
    }

    public static ModelMessage text(Role role, String text) {
        return new ModelMessage(role, List.of(new MessagePart.Text(text)));
    }

    /// What tools gave, one result for each call of the message before.
    public static ModelMessage results(List<MessagePart.ToolResult> results) {
        return new ModelMessage(Role.TOOL, List.copyOf(results));
    }

    /// Everything that was said in words.
    public String text() {
        return joined(MessagePart.Text.class, MessagePart.Text::text);
    }

    public String reasoning() {
        return joined(MessagePart.Reasoning.class, MessagePart.Reasoning::text);
    }

    public List<MessagePart.ToolCall> toolCalls() {
        return parts(MessagePart.ToolCall.class);
    }

    public List<MessagePart.ToolResult> toolResults() {
        return parts(MessagePart.ToolResult.class);
    }

    public <P extends MessagePart> List<P> parts(Class<P> kind) {
        return parts.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private <P extends MessagePart> String joined(Class<P> kind, Function<P, String> text) {
        return parts(kind).stream().map(text).collect(Collectors.joining());
    }
}
