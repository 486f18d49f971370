package dev.waybill.agents.a2a;

import dev.waybill.agents.Outside;
import dev.waybill.base.json.JsonObject;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An agent on another host: one that the operator configured, by its name, or one that a workflow gives the address
/// of. Only the first kind gets a key, and only it may be anywhere.
///
/// @param address where its messages go; of a given one, where its card is looked for
/// @param key the reference of its API key
/// @param configured whether the address is the operator's
record RemoteAgent(URI address, @Nullable String key, boolean configured) {

    private static final String SCHEME = "agent:";

    /// @param base `agent:NAME` for a configured one, else its address
    /// @throws A2aProblem when there is none of this name, or it is no address
    static RemoteAgent of(Outside outside, String base) throws A2aProblem {
        if (!base.startsWith(SCHEME)) {
            return new RemoteAgent(address(base), null, false);
        }
        String name = base.substring(SCHEME.length());
        return named(outside.remoteAgents(), name)
                .orElseThrow(() -> new A2aProblem(
                        "remote_agent_unknown",
                        "no agent is called \"" + name + "\"; the setting agents.remote lists them"));
    }

    /// @throws A2aProblem when its address is none
    static Optional<RemoteAgent> named(JsonObject agents, String name) throws A2aProblem {
        JsonObject agent = agents.object(name).orElse(null);
        if (agent == null) {
            return Optional.empty();
        }
        return Optional.of(new RemoteAgent(
                address(agent.string("url").orElse("")), agent.string("apiKey").orElse(null), true));
    }

    static String base(String name) {
        return SCHEME + name;
    }

    private static URI address(String text) throws A2aProblem {
        try {
            URI address = URI.create(text);
            if (address.getHost() != null) {
                return address;
            }
        } catch (IllegalArgumentException e) {
            // Told below, in one way.
        }
        throw new A2aProblem(
                "remote_address_invalid", "expected the address of an agent, such as https://a.example/a2a");
    }
}
