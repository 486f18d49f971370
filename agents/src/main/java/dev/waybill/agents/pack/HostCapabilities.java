package dev.waybill.agents.pack;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What packs may ask of this host, in the words of discovery. A key with a prefix means the same: `host.agentRuntime`,
/// `openwop.agents.memoryBackends`.
public final class HostCapabilities {

    private static final List<String> PREFIXES = List.of("host.", "openwop.", "capabilities.");

    private final Set<String> keys;

    public HostCapabilities(List<String> keys) {
        this.keys = new LinkedHashSet<>(keys);
    }

    /// What every host of ours has.
    public static HostCapabilities ours() {
        return new HostCapabilities(List.of(
                "aiProviders",
                "aiProviders.toolCalling",
                "aiProviders.structuredOutput",
                "agentRuntime",
                "agents.manifestRuntime",
                "agents.memoryBackends",
                "memory",
                "mcp",
                "a2a",
                "http",
                "multiAgent.executionModel",
                "orchestrator",
                "dispatch",
                "subWorkflow"));
    }

    public boolean has(String key) {
        for (String prefix : PREFIXES) {
            if (key.startsWith(prefix)) {
                return has(key.substring(prefix.length()));
            }
        }
        return keys.contains(key);
    }

    /// Those that are missing here.
    List<String> missing(List<String> wanted) {
        return wanted.stream().filter(key -> !has(key)).toList();
    }

    /// The first thing without which a pack is of no use here.
    ///
    /// @throws PackRefused when there is one
    public void admit(Pack pack) {
        List<String> missing = missing(pack.required());
        if (!missing.isEmpty()) {
            throw PackRefused.missing(pack, missing.getFirst());
        }
    }

    /// What an agent could use and does not get here.
    public List<String> degraded(Pack pack, AgentManifest agent) {
        Set<String> degraded = new LinkedHashSet<>(missing(pack.optional()));
        degraded.addAll(missing(agent.requiresCapabilities()));
        return new ArrayList<>(degraded);
    }
}
