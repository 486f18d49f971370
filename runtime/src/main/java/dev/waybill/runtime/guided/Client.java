package dev.waybill.runtime.guided;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.runtime.Caller;
import org.jspecify.annotations.Nullable;

/// The agent's program at the other end, as the door knows it.
///
/// @param caller on whose behalf it calls
/// @param agent the name that the client gives itself, such as `claude-code`; signed as who acted
/// @param meta the request's `_meta`: `traceparent`, a correlation id, a parent run and step are taken from it; a door
///     may know some of it from elsewhere, such as the headers of HTTP
public record Client(Caller caller, @Nullable String agent, JsonObject meta) {

    /// The same client with what the request itself says, which wins over what came along on its way.
    public Client saying(JsonObject own) {
        return new Client(caller, agent, ClientMeta.merged(meta, own));
    }

    /// What the request brings of the evidence envelope.
    EvidenceEnvelope envelope() {
        return ClientMeta.envelope(meta, JsonObject.EMPTY);
    }

    /// The trace that the request belongs to; null when it names none.
    @Nullable
    String traceparent() {
        return ClientMeta.traceparent(meta).orElse(null);
    }

    /// Who is said to have acted.
    String agentName() {
        return agent == null || agent.isBlank() ? "mcp-client" : agent;
    }
}
