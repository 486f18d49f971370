package dev.waybill.agents.prompt;

import dev.waybill.agents.pack.AgentManifest;
import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.agents.pack.PromptTemplate;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What each layer says about prompts: whoever started the run, the node, its agent, the workflow, the
/// host. The order is that of RFC 0029; the run comes first, as that text allows.
///
/// @param run `promptOverrides` of the run's options, by kind
/// @param nodeId the node
/// @param node its configuration
/// @param agent null when the node names nobody that this host knows
/// @param workflow `defaults.promptRefs` of the workflow, by kind
/// @param host what this host falls back to, by kind
/// @param naming a reference as events name it, with its version where that is known
public record PromptLayers(
        JsonObject run,
        String nodeId,
        JsonObject node,
        @Nullable AgentPrompts agent,
        JsonObject workflow,
        JsonObject host,
        Function<PromptTemplate.Ref, String> naming) {

    public static final String SYSTEM = "system";
    public static final String USER = "user";
    public static final String FEW_SHOT = "few-shot";
    public static final String SCHEMA_HINT = "schema-hint";

    /// All kinds, in the order in which they are put together.
    public static final List<String> KINDS = List.of(SYSTEM, SCHEMA_HINT, FEW_SHOT, USER);

    /// Where a node's configuration has its references.
    private static final Map<String, String> MEMBERS =
            Map.of(SYSTEM, "systemPromptRef", USER, "userPromptRef", SCHEMA_HINT, "schemaHintPromptRef");

    private static final String EXAMPLES = "fewShotPromptRefs";

    /// What an agent brings.
    ///
    /// @param intrinsic names its own system prompt; null when it has none
    /// @param overrides by kind
    /// @param library names what its library offers for a kind, or null
    public record AgentPrompts(
            String agentId,
            @Nullable String intrinsic,
            JsonObject overrides,
            Function<String, @Nullable String> library) {

        static AgentPrompts of(AgentRegistry agents, AgentRegistry.Installed agent) {
            AgentManifest manifest = agent.manifest();
            return new AgentPrompts(
                    manifest.agentId(),
                    "%s@%s:%s".formatted(agent.pack().name(), agent.pack().version(), manifest.promptSource()),
                    manifest.json().object("promptOverrides").orElse(JsonObject.EMPTY),
                    kind -> libraryDefault(agents, agent, kind)
                            .map(PromptTemplate::ref)
                            .orElse(null));
        }

        /// An agent that is no agent of this host's: what its manifest says is all that is known.
        static AgentPrompts of(JsonObject manifest) {
            String agentId = manifest.string("agentId").orElse("");
            String own = manifest.string("systemPromptRef")
                    .or(() -> manifest.string("systemPrompt").map(_ -> "systemPrompt"))
                    .map(place -> agentId + ":" + place)
                    .orElse(null);
            return new AgentPrompts(
                    agentId, own, manifest.object("promptOverrides").orElse(JsonObject.EMPTY), _ -> null);
        }
    }

    static Optional<PromptTemplate> libraryDefault(
            AgentRegistry agents, AgentRegistry.@Nullable Installed agent, String kind) {
        return Optional.ofNullable(agent)
                .flatMap(known -> known.manifest().json().string("promptLibraryRef"))
                .flatMap(library -> agents.libraryDefault(library, kind));
    }

    /// What a test suite asks: which prompt a node would get, if the layers said this.
    ///
    /// @param asked `kind`, `node`, and `agentManifest`, `workflowDefaults`, `hostDefaults` where they are given
    public static JsonObject rehearsed(JsonObject asked, PromptLibrary library) {
        JsonObject node = asked.object("node").orElse(JsonObject.EMPTY);
        String nodeId = node.string("nodeId").orElse("node");
        AgentPrompts agent = asked.object("agentManifest").map(AgentPrompts::of).orElse(null);
        PromptLayers layers = new PromptLayers(
                asked.object("promptOverrides").orElse(JsonObject.EMPTY),
                nodeId,
                node.object("config").orElse(JsonObject.EMPTY),
                agent,
                asked.object("workflowDefaults")
                        .flatMap(defaults -> defaults.object("promptRefs"))
                        .orElse(JsonObject.EMPTY),
                asked.object("hostDefaults").orElse(JsonObject.EMPTY),
                library::naming);
        return layers.trace(asked.string("kind").orElse(SYSTEM), 0)
                .payload(nodeId, agent == null ? null : agent.agentId());
    }

    /// How many prompts of a kind a node has: of examples there may be several.
    public int slots(String kind) {
        int named = kind.equals(FEW_SHOT)
                ? node.array(EXAMPLES).orElse(JsonArray.EMPTY).size()
                : node.get(String.valueOf(MEMBERS.get(kind))) == null ? 0 : 1;
        return named == 0 && workflow.has(kind) ? 1 : named;
    }

    /// @param slot which of several, from 0
    public PromptTrace trace(String kind, int slot) {
        List<PromptTrace.Candidate> all = new ArrayList<>();
        all.add(referenced("run-configurable", run.get(kind)));
        all.add(ofNode(kind, slot));
        if (kind.equals(SYSTEM)) {
            all.add(new PromptTrace.Candidate("agent-intrinsic", agent == null ? null : agent.intrinsic(), null));
        }
        all.add(referenced(
                "agent-overrides", agent == null ? null : agent.overrides().get(kind)));
        all.add(new PromptTrace.Candidate(
                "agent-library-default", agent == null ? null : agent.library().apply(kind), null));
        all.add(referenced("workflow-defaults", workflow.get(kind)));
        all.add(referenced("host-defaults", host.get(kind)));
        return new PromptTrace(kind, all);
    }

    /// A reference wins over a text that stands beside it.
    private PromptTrace.Candidate ofNode(String kind, int slot) {
        PromptTrace.Candidate named = referenced("node", written(kind, slot));
        boolean inline = kind.equals(SYSTEM) && node.string("systemPrompt").isPresent();
        return named.source() == null && inline ? new PromptTrace.Candidate("node", "node:" + nodeId, null) : named;
    }

    private @Nullable JsonValue written(String kind, int slot) {
        if (!kind.equals(FEW_SHOT)) {
            return node.get(String.valueOf(MEMBERS.get(kind)));
        }
        JsonArray examples = node.array(EXAMPLES).orElse(JsonArray.EMPTY);
        return slot < examples.size() ? examples.get(slot) : null;
    }

    private PromptTrace.Candidate referenced(String layer, @Nullable JsonValue written) {
        PromptTemplate.Ref ref = PromptTemplate.Ref.of(written).orElse(null);
        return new PromptTrace.Candidate(layer, ref == null ? null : naming.apply(ref), ref);
    }
}
