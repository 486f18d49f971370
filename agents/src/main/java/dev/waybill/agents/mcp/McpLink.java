package dev.waybill.agents.mcp;

import dev.waybill.base.json.JsonObject;
import java.time.Duration;

/// A session with one MCP server. One call at a time uses it.
interface McpLink extends AutoCloseable {

    /// @param carried goes along with the request, in `_meta` and where there are headers in those
    /// @throws McpTrouble when there is no answer, or one that says no
    JsonObject ask(McpRequest request, Carriage carried, Duration patience) throws McpTrouble, InterruptedException;

    /// What the server says about itself: `name` and `version`.
    JsonObject server();

    /// Whether another call may use it.
    boolean isAlive();

    /// Ends the session, and with it whatever is under way: the process with all of its children, or the connection.
    @Override
    void close();
}
