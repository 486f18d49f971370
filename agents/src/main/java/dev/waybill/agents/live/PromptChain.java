package dev.waybill.agents.live;

import dev.waybill.agents.pack.AgentManifest;
import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.agents.pack.PromptTemplate;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.journal.event.InvocationFact;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Looks for a prompt, layer by layer: what whoever started the run asks for, what the node says, the agent's own, what
/// its manifest falls back to, its library. The first that has one wins, and the record says where each was looked for.
record PromptChain(AgentRegistry agents, AgentRegistry.Installed agent, NodeCall node) {

    static final String SYSTEM = "system";

    /// @param text null when no layer had one
    /// @param source names the prompt, and never tells it
    record Resolved(
            String kind, @Nullable String text, @Nullable String source, JsonArray chain) {

        InvocationFact fact(String nodeId, String agentId) {
            return new InvocationFact.PromptResolved(
                    nodeId, kind, agentId, chain, source == null ? JsonNull.NULL : new JsonString(source));
        }
    }

    private record Found(String text, String source) {}

    Resolved resolve(String kind) {
        List<JsonValue> chain = new ArrayList<>();
        Found found = null;
        for (String layer : layers(kind)) {
            Found here = found == null ? at(layer, kind).orElse(null) : null;
            if (found == null) {
                chain.add(entry(layer, here));
            }
            found = found == null ? here : found;
        }
        return new Resolved(
                kind, found == null ? null : found.text(), found == null ? null : found.source(), new JsonArray(chain));
    }

    private static List<String> layers(String kind) {
        return kind.equals(SYSTEM)
                ? List.of("run-configurable", "node", "agent-intrinsic", "agent-overrides", "agent-library-default")
                : List.of("run-configurable", "agent-overrides", "agent-library-default");
    }

    private Optional<Found> at(String layer, String kind) {
        AgentManifest manifest = agent.manifest();
        return switch (layer) {
            case "run-configurable" ->
                referenced(node.configurable()
                        .object("promptOverrides")
                        .orElse(JsonObject.EMPTY)
                        .get(kind));
            case "node" ->
                node.config()
                        .string("systemPrompt")
                        .map(text -> new Found(text, "node:" + node.node().id()))
                        .or(() -> referenced(node.config().get("systemPromptRef")));
            case "agent-intrinsic" ->
                Optional.of(new Found(
                        manifest.prompt(),
                        "%s@%s:%s".formatted(agent.pack().name(), agent.pack().version(), manifest.promptSource())));
            case "agent-overrides" -> referenced(manifest.promptOverride(kind));
            default ->
                manifest.json()
                        .string("promptLibraryRef")
                        .flatMap(library -> agents.libraryDefault(library, kind))
                        .map(PromptChain::found);
        };
    }

    private Optional<Found> referenced(@Nullable JsonValue ref) {
        return PromptTemplate.Ref.of(ref).flatMap(agents::prompt).map(PromptChain::found);
    }

    private static Found found(PromptTemplate template) {
        return new Found(template.text(), template.ref());
    }

    private static JsonObject entry(String layer, @Nullable Found found) {
        return JsonObject.of("layer", layer)
                .withIfPresent("source", found == null ? null : found.source())
                .with("applied", found != null)
                .withIfPresent("reason", found == null ? "not-set" : null);
    }
}
