package dev.waybill.workflow;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// A graph that a host runs: nodes, edges, variables, channels, triggers, settings.
///
/// The document is kept as written, with members that nobody here reads and with every number's spelling: it is
/// pinned by digest, returned to clients and given to other hosts. The typed parts are a reading of it, which is
/// why only [DefinitionReader] makes one.
public final class WorkflowDefinition {

    private final JsonObject document;
    private final Digest digest;
    private final List<WorkflowNode> nodes;
    private final List<WorkflowEdge> edges;
    private final List<WorkflowVariable> variables;
    private final Map<String, Channel> channels;
    private final List<WorkflowTrigger> triggers;
    private final WorkflowSettings settings;
    private final Map<String, WorkflowNode> nodesById = new LinkedHashMap<>();

    WorkflowDefinition(
            JsonObject document,
            Digest digest,
            List<WorkflowNode> nodes,
            List<WorkflowEdge> edges,
            List<WorkflowVariable> variables,
            Map<String, Channel> channels,
            List<WorkflowTrigger> triggers,
            WorkflowSettings settings) {
        this.document = document;
        this.digest = digest;
        this.nodes = List.copyOf(nodes);
        this.edges = List.copyOf(edges);
        this.variables = List.copyOf(variables);
        this.channels = Collections.unmodifiableMap(new LinkedHashMap<>(channels));
        this.triggers = List.copyOf(triggers);
        this.settings = settings;
        nodes.forEach(node -> nodesById.put(node.id(), node));
    }

    /// Steps of a guided workflow as nodes that nothing connects: its agent leads from one to the next.
    ///
    /// @param document the guided workflow's own
    public static WorkflowDefinition ofSteps(JsonObject document, Digest digest, List<WorkflowNode> steps) {
        return new WorkflowDefinition(
                document,
                digest,
                steps,
                List.of(),
                List.of(),
                Collections.emptyMap(),
                List.of(),
                new WorkflowSettings(OptionalLong.empty(), 0, OptionalInt.empty()));
    }

    public String id() {
        return document.string("id").orElseThrow();
    }

    public String name() {
        return document.string("name").orElseThrow();
    }

    public String version() {
        return document.string("version").orElseThrow();
    }

    public Optional<String> description() {
        return document.string("description");
    }

    /// In the order written.
    public List<WorkflowNode> nodes() {
        return nodes;
    }

    public Optional<WorkflowNode> node(String id) {
        return Optional.ofNullable(nodesById.get(id));
    }

    public List<WorkflowEdge> edges() {
        return edges;
    }

    public List<WorkflowVariable> variables() {
        return variables;
    }

    public Map<String, Channel> channels() {
        return channels;
    }

    public List<WorkflowTrigger> triggers() {
        return triggers;
    }

    public WorkflowSettings settings() {
        return settings;
    }

    /// The JSON Schema for what a caller may configure; empty means that anything goes.
    public Optional<JsonObject> configurableSchema() {
        return document.object("configurableSchema");
    }

    public JsonObject metadata() {
        return document.object("metadata").orElse(JsonObject.EMPTY);
    }

    /// SHA-256 over the canonical form (RFC 8785) of the whole document. Order of members, spelling of numbers and
    /// white space do not count; everything else does.
    public Digest digest() {
        return digest;
    }

    /// The document as it was read.
    public JsonObject toJson() {
        return document;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WorkflowDefinition definition && document.equals(definition.document);
    }

    @Override
    public int hashCode() {
        return document.hashCode();
    }

    @Override
    public String toString() {
        return id() + "@" + version();
    }
}
