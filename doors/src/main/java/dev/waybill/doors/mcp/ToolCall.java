package dev.waybill.doors.mcp;

import dev.waybill.base.json.JsonObject;
import dev.waybill.runtime.guided.Client;
import dev.waybill.runtime.guided.GuidedAnswer;
import dev.waybill.runtime.guided.GuidedCode;
import dev.waybill.runtime.guided.GuidedRefusal;

/// Calls a tool so that whatever happens is an answer: agents can act on data, not on a broken connection.
final class ToolCall {

    private final LazyTools tools;

    ToolCall(LazyTools tools) {
        this.tools = tools;
    }

    GuidedAnswer answer(McpTool tool, JsonObject arguments, Client client) {
        try {
            return tool.call().on(tools.get(), arguments, client);
        } catch (GuidedRefusal refusal) {
            return refused(refusal.code(), String.valueOf(refusal.getMessage()), refusal.next(), refusal.details());
        } catch (RuntimeException | Error e) {
            // Errors too: a library that cannot be loaded must not leave the agent waiting.
            return refused(
                    GuidedCode.INTERNAL_ERROR,
                    tool.name() + " failed: " + reason(e),
                    "Repeat the call unchanged. If it fails again, tell the user this message.",
                    JsonObject.EMPTY);
        }
    }

    private static String reason(Throwable e) {
        String message = e.getMessage();
        return message == null || message.isBlank() ? e.getClass().getSimpleName() : message;
    }

    private static GuidedAnswer refused(GuidedCode code, String message, String next, JsonObject details) {
        var error = JsonObject.builder()
                .put("code", code.name())
                .put("message", message)
                .put("next", next);
        if (!details.isEmpty()) {
            error.put("details", details);
        }
        return new GuidedAnswer(
                JsonObject.builder().put("error", error.build()).build(),
                "ERROR " + code + ": " + message + "\n\nWhat to do: " + next,
                JsonObject.EMPTY,
                true);
    }
}
