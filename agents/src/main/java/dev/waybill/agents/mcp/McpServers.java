package dev.waybill.agents.mcp;

import dev.waybill.agents.mcp.McpTrouble.Kind;
import dev.waybill.base.json.JsonObject;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/// The servers whose tools runs may call, by name. None is started before somebody calls it, and all end with the
/// process.
public final class McpServers implements AutoCloseable {

    private final Map<String, McpServer> servers = new LinkedHashMap<>();
    private boolean hooked;

    /// @param written the setting `agents.mcp-servers`
    /// @param secret turns a reference into what lies there
    public McpServers(JsonObject written, UnaryOperator<String> secret) {
        written.members()
                .forEach((name, server) ->
                        servers.put(name, new McpServer(name, server.asObject().orElse(JsonObject.EMPTY), secret)));
    }

    Collection<McpServer> all() {
        return Collections.unmodifiableCollection(servers.values());
    }

    boolean has(String name) {
        return servers.containsKey(name);
    }

    /// For messages.
    String names() {
        return servers.isEmpty() ? "none" : String.join(", ", servers.keySet());
    }

    McpServer named(String name) throws McpTrouble {
        McpServer server = servers.get(name);
        if (server == null) {
            throw new McpTrouble(
                    Kind.UNKNOWN, "no MCP server is called \"%s\"; agents.mcp-servers has %s".formatted(name, names()));
        }
        endWithTheProcess();
        return server;
    }

    private synchronized void endWithTheProcess() {
        if (!hooked) {
            hooked = true;
            Runtime.getRuntime().addShutdownHook(new Thread(this::close, "mcp-servers-end"));
        }
    }

    @Override
    public void close() {
        servers.values().forEach(McpServer::close);
    }
}
