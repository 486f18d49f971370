package dev.waybill.doors.mcp;

import dev.waybill.base.json.JsonObject;
import dev.waybill.runtime.guided.Caller;
import dev.waybill.runtime.guided.GuidedAnswer;

/// Calls a tool so that whatever happens is an answer: agents can act on data, not on a broken connection.
final class ToolCall {

    private final LazyTools tools;

    ToolCall(LazyTools tools) {
        this.tools = tools;
    }

    GuidedAnswer answer(McpTool tool, JsonObject arguments, Caller caller) {
        try {
            return tool.call().on(tools.get(), arguments, caller);
        } catch (RuntimeException | Error e) {
            // Errors too: a library that cannot be loaded must not leave the agent waiting.
            return GuidedAnswer.refused(e);
        }
    }
}
