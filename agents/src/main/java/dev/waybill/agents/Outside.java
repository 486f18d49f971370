package dev.waybill.agents;

import dev.waybill.agents.part.Parts;
import dev.waybill.base.json.JsonObject;
import dev.waybill.runtime.ResolvedSecrets;
import dev.waybill.runtime.egress.Egress;
import java.util.function.UnaryOperator;

/// What the operator of a host says about the world around it.
///
/// @param egress the one way out
/// @param models providers of models by name, as the setting `agents.models` has them
/// @param mcpServers MCP servers whose tools runs may call, by name (`agents.mcp-servers`)
/// @param remoteAgents agents on other hosts, by name (`agents.remote`)
/// @param programs of the operator's that runs may start, by name (`agents.programs`)
/// @param secrets that workflows may use without knowing them, by name (`agents.secrets`)
/// @param secret turns a reference (`env:NAME`, `file:PATH`) into what lies there; asked at each use, so that nothing
///     keeps a secret longer than a request takes
/// @param parts optional parts of this installation
public record Outside(
        Egress egress,
        JsonObject models,
        JsonObject mcpServers,
        JsonObject remoteAgents,
        JsonObject programs,
        JsonObject secrets,
        UnaryOperator<String> secret,
        Parts parts) {

    public Outside {
        UnaryOperator<String> lookup = secret;
        secret = text -> ResolvedSecrets.learned(text, lookup.apply(text));
    }

    /// Without programs and secrets that workflows could name, and without optional parts.
    public Outside(
            Egress egress,
            JsonObject models,
            JsonObject mcpServers,
            JsonObject remoteAgents,
            UnaryOperator<String> secret) {
        this(egress, models, mcpServers, remoteAgents, JsonObject.EMPTY, JsonObject.EMPTY, secret, Parts.NONE);
    }

    /// The same world with other models.
    public Outside withModels(JsonObject others) {
        return new Outside(egress, others, mcpServers, remoteAgents, programs, secrets, secret, parts);
    }
}
