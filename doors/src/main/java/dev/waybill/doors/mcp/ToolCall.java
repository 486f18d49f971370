package dev.waybill.doors.mcp;

import dev.waybill.base.json.JsonObject;
import dev.waybill.runtime.guided.Client;
import dev.waybill.runtime.guided.GuidedAnswer;

/// Calls a tool so that whatever happens is an answer: agents can act on data, not on a broken connection.
record ToolCall(LazyTools tools) {

    GuidedAnswer answer(McpTool tool, JsonObject arguments, Client client) {
        try {
            return tool.call().on(tools.get(), arguments, client);
        } catch (RuntimeException e) {
            return GuidedAnswer.refused(e);
        } catch (Error e) {
            // A library that cannot be loaded must not leave the agent waiting. The details go to standard error.
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
            return GuidedAnswer.refused(e);
        }
    }
}
