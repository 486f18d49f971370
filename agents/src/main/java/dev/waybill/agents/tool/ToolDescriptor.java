package dev.waybill.agents.tool;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.event.AgentFact.ToolTransport;
import java.util.List;

/// A tool, as an allowlist and a model know it.
///
/// @param id how allowlists name it, `scope:name`: `openwop:core.openwop.http.fetch`, `mcp:files/read_file`,
///     `workflow:translate`
/// @param description what it is for, shown to the model
/// @param input the JSON Schema of its arguments, an object
/// @param scopes what the run's owner has to hold besides, so that it may be called; empty for most
/// @param transport how it is reached, as the record of a call says
/// @param tier what a call may change
public record ToolDescriptor(
        String id, String description, JsonObject input, List<String> scopes, ToolTransport transport, Tier tier) {

    /// What a call may change outside.
    public enum Tier {
        PURE,
        READ,
        WRITE,
        EXEC
    }

    public ToolDescriptor {
        int colon = id.indexOf(':');
        if (colon < 1 || colon == id.length() - 1) {
            throw new IllegalArgumentException("a tool's id is scope:name, found \"" + id + "\"");
        }
        scopes = List.copyOf(scopes);
    }

    public static ToolDescriptor of(String id, String description, JsonObject input, ToolTransport transport) {
        return new ToolDescriptor(id, description, input, List.of(), transport, Tier.READ);
    }

    public ToolDescriptor writing() {
        return new ToolDescriptor(id, description, input, scopes, transport, Tier.WRITE);
    }

    public ToolDescriptor needing(String scope) {
        return new ToolDescriptor(id, description, input, List.of(scope), transport, tier);
    }

    /// The part behind the scope.
    public String name() {
        return id.substring(id.indexOf(':') + 1);
    }
}
