package dev.waybill.agents.pack;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What packs may ask of this host, in the words of discovery. A key with a prefix means the same:
/// `host.agentRuntime`, `openwop.agents.memoryBackends`.
public final class HostCapabilities {

    private static final List<String> PREFIXES = List.of("host.", "openwop.", "capabilities.");

    private final Set<String> keys;
    private final Set<String> idle;

    public HostCapabilities(List<String> keys) {
        this(keys, List.of());
    }

    private HostCapabilities(List<String> keys, List<String> idle) {
        this.keys = new LinkedHashSet<>(keys);
        this.idle = new LinkedHashSet<>(idle);
    }

    /// The same on a host where some of it leads nowhere, because nobody has configured what it needs. Packs that
    /// ask for it are taken all the same, since that can change any day; their agents are listed as doing without
    /// it.
    public HostCapabilities without(List<String> unconfigured) {
        return new HostCapabilities(new ArrayList<>(keys), unconfigured);
    }

    /// What every host of ours can do.
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

    /// Whether a host like this one could do it.
    public boolean has(String key) {
        return keys.contains(bare(key));
    }

    /// Whether it can be done here and now.
    public boolean offers(String key) {
        return has(key) && !idle.contains(bare(key));
    }

    private static String bare(String key) {
        return PREFIXES.stream()
                .filter(key::startsWith)
                .findFirst()
                .map(prefix -> bare(key.substring(prefix.length())))
                .orElse(key);
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
        Set<String> degraded = new LinkedHashSet<>();
        for (List<String> wanted : List.of(pack.required(), pack.optional(), agent.requiresCapabilities())) {
            wanted.stream().filter(key -> !offers(key)).forEach(degraded::add);
        }
        return new ArrayList<>(degraded);
    }
}
