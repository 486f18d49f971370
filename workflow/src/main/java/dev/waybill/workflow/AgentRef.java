package dev.waybill.workflow;

import org.jspecify.annotations.Nullable;

/// The agent that a node is pinned to.
///
/// @param version an exact version; not together with a channel
/// @param channel a named deployment channel, resolved once per run
public record AgentRef(
        String agentId,
        @Nullable String name,
        @Nullable String modelClass,
        @Nullable String memoryRef,
        @Nullable String version,
        @Nullable String channel,
        @Nullable String sourceManifestId) {

    public static final int SHORTEST_ID = 3;
    public static final int LONGEST_ID = 256;

    public AgentRef {
        if (agentId.length() < SHORTEST_ID || agentId.codePointCount(0, agentId.length()) > LONGEST_ID) {
            throw new IllegalArgumentException("an agent id has 3 to 256 characters, was \"" + agentId + "\"");
        }
        if (version != null && channel != null) {
            throw new IllegalArgumentException("an agent has a version or a channel, not both");
        }
    }
}
