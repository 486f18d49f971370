package dev.waybill.agents.pack;

import dev.waybill.base.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The agents that a host has, from all of its packs.
///
/// Of two packs that bring one agent the first counts. What cannot be used is kept with its reason, for who looks.
public final class AgentRegistry {

    public static final AgentRegistry EMPTY = new AgentRegistry(HostCapabilities.ours(), List.of(), List.of());

    private final HostCapabilities host;
    private final List<Shelved> packs;
    private final List<Unusable> unusable;
    private final Map<String, Installed> agents = new TreeMap<>();

    /// @param source where it lies
    public record Shelved(Pack pack, String source) {}

    /// A pack that is there and cannot be used.
    public record Unusable(String source, String why) {}

    /// @param degraded what it needs and this host does not have
    public record Installed(Pack pack, AgentManifest manifest, List<String> degraded) {

        public JsonObject entry() {
            return manifest.entry(pack, degraded);
        }
    }

    public AgentRegistry(HostCapabilities host, List<Shelved> packs, List<Unusable> unusable) {
        this.host = host;
        this.packs = List.copyOf(packs);
        this.unusable = List.copyOf(unusable);
        packs.forEach(shelved -> shelved.pack().agents().forEach(agent -> add(shelved.pack(), agent)));
    }

    /// The same with one pack more, behind the others.
    public AgentRegistry and(Shelved more) {
        List<Shelved> all = new ArrayList<>(packs);
        all.add(more);
        return new AgentRegistry(host, all, unusable);
    }

    private void add(Pack pack, AgentManifest agent) {
        agents.putIfAbsent(agent.agentId(), new Installed(pack, agent, host.degraded(pack, agent)));
    }

    public List<Shelved> packs() {
        return packs;
    }

    public List<Unusable> unusable() {
        return unusable;
    }

    /// In the order of their ids.
    public List<Installed> agents() {
        return new ArrayList<>(agents.values());
    }

    public Optional<Installed> find(String agentId) {
        return Optional.ofNullable(agents.get(agentId));
    }

    /// A prompt, and the pack that has it.
    public record Named(String pack, PromptTemplate prompt) {}

    /// Every prompt that a reference may mean.
    public List<Named> prompts(PromptTemplate.Ref ref) {
        return packs.stream()
                .map(Shelved::pack)
                .flatMap(pack -> pack.prompts().stream()
                        .filter(prompt -> ref.names(pack, prompt))
                        .map(prompt -> new Named(pack.name(), prompt)))
                .toList();
    }

    /// The prompt of a kind that a library offers whoever says nothing else.
    ///
    /// @param library the name of a pack
    public Optional<PromptTemplate> libraryDefault(String library, String kind) {
        return packs.stream()
                .map(Shelved::pack)
                .filter(pack -> pack.name().equals(library))
                .flatMap(pack -> pack.prompts().stream())
                .filter(prompt -> prompt.kind().equals(kind))
                .findFirst();
    }
}
