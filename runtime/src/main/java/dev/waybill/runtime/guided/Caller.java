package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// Who calls, as the door knows it.
///
/// @param agent the name that the client gives itself, such as `claude-code`; signed as who acted
/// @param transport `stdio` or `http`
/// @param meta the request's `_meta`: `traceparent`, a correlation id, a parent run and step are taken from it; a door
///     may know some of it from elsewhere, such as the headers of HTTP
public record Caller(String tenant, @Nullable String agent, String transport, JsonObject meta) {

    /// The same caller with what the request itself says, which wins over what came along on its way.
    public Caller saying(JsonObject own) {
        return new Caller(tenant, agent, transport, CallerMeta.merged(meta, own));
    }

    /// Who is said to have acted.
    String agentName() {
        return agent == null || agent.isBlank() ? "mcp-client" : agent;
    }
}
