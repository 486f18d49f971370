package dev.waybill.doors.http;

import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.HttpRules;
import java.util.Optional;

/// One protocol with its paths on the server. Whoever reaches them has been let in; see [Callers].
public interface Door {

    void open(HttpRules rules);

    /// Routes that anybody may reach: they stand before the gate, so there is no caller. Most doors have none.
    default void openToAll(HttpRules rules) {}

    /// Sees every request go by, whoever answers it. Most doors look at none.
    default Optional<Filter> filter() {
        return Optional.empty();
    }

    /// For the line that says that the server is ready: `MCP at /mcp`.
    String notice();
}
