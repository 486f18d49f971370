package dev.waybill.agents.live;

import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.event.InvocationFact.Source;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.WorkflowNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// Lets an agent be used like a workflow: a run of an agent is a run of a graph with one node. So the worker of a team
/// may be an agent, and whatever holds for runs holds for it.
///
/// A workflow that has an agent's id comes first: it is the user's own.
///
/// @param agents asked for only when no workflow has the id
public record AgentDefinitions(DefinitionSource workflows, Supplier<AgentRegistry> agents) implements DefinitionSource {

    /// The type of a node that an agent does the work of.
    public static final String TYPE = "core.agents.run";

    static final String SOURCE = "source";
    static final String RESULT_TO = "resultTo";
    static final String TASK = "task";

    /// The one node of such a graph.
    public static final String NODE = "agent";

    /// The variable in which its result is found.
    public static final String RESULT = "result";

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,63}");
    private static final List<String> TYPES = List.of("string", "number", "boolean", "object", "array");

    @Override
    public Optional<WorkflowDefinition> find(String definitionId) {
        return workflows
                .find(definitionId)
                .or(() -> agents.get().agents().stream()
                        .map(agent -> agent.manifest().agentId())
                        .filter(id -> id.equals(definitionId) || graphId(id).equals(definitionId))
                        .findFirst()
                        .flatMap(id -> of(agents.get(), id, Source.WORKFLOW_NODE)));
    }

    /// The ids of workflows have no dots.
    static String graphId(String agentId) {
        return agentId.toLowerCase(Locale.ROOT).replace('.', '_');
    }

    @Override
    public List<String> ids() {
        List<String> ids = new ArrayList<>(workflows.ids());
        agents.get().agents().forEach(agent -> ids.add(agent.manifest().agentId()));
        return ids;
    }

    /// The graph that a run of an agent is; empty when there is no such agent.
    ///
    /// @param source who calls it
    public static Optional<WorkflowDefinition> of(AgentRegistry agents, String agentId, Source source) {
        return agents.find(agentId).map(agent -> read(graph(agent, source)));
    }

    /// A workflow that is written for an agent, with the agent at its beginning: what the run is given is the agent's
    /// task, and nothing else begins before the agent has given its result.
    public static WorkflowDefinition behind(AgentRegistry.Installed agent, WorkflowDefinition definition) {
        List<JsonValue> variables = new ArrayList<>(
                definition.toJson().array("variables").orElse(JsonArray.EMPTY).items());
        List<String> task = new ArrayList<>();
        for (JsonValue variable : variables(agent)) {
            String name = variable.asObject().flatMap(it -> it.string("name")).orElseThrow();
            if (!name.equals(RESULT)) {
                task.add(name);
                if (definition.variables().stream().noneMatch(it -> it.name().equals(name))) {
                    variables.add(variable);
                }
            }
        }
        String id = free(definition);
        JsonObject node = node(agent, Source.WORKFLOW_NODE)
                .with("id", id)
                .with(
                        "config",
                        JsonObject.of(SOURCE, Source.WORKFLOW_NODE.wire()).with(TASK, JsonArray.ofStrings(task)));
        JsonObject json = definition.toJson();
        List<JsonValue> nodes = new ArrayList<>(List.of(node));
        nodes.addAll(json.array("nodes").orElse(JsonArray.EMPTY).items());
        List<JsonValue> edges =
                new ArrayList<>(json.array("edges").orElse(JsonArray.EMPTY).items());
        definition.nodes().stream()
                .map(WorkflowNode::id)
                .filter(each -> definition.edges().stream()
                        .noneMatch(edge -> edge.target().equals(each)))
                .forEach(each -> edges.add(JsonObject.of("id", id + "-" + each)
                        .with("sourceNodeId", id)
                        .with("targetNodeId", each)));
        return read(json.with("nodes", new JsonArray(nodes))
                .with("edges", new JsonArray(edges))
                .with("variables", new JsonArray(variables)));
    }

    private static String free(WorkflowDefinition definition) {
        String id = NODE;
        while (definition.nodes().stream().map(WorkflowNode::id).anyMatch(id::equals)) {
            id = id + "_";
        }
        return id;
    }

    private static WorkflowDefinition read(JsonObject json) {
        return switch (DefinitionReader.read(json)) {
            case Read.Ok ok -> ok.definition();
            case Read.Bad bad ->
                throw new IllegalStateException(bad.errors().getFirst().message());
        };
    }

    private static JsonObject graph(AgentRegistry.Installed agent, Source source) {
        return JsonObject.of("id", graphId(agent.manifest().agentId()))
                .with("name", agent.manifest().label())
                .with("version", agent.pack().version())
                .with("nodes", JsonArray.of(node(agent, source)))
                .with("variables", new JsonArray(variables(agent)));
    }

    private static JsonObject node(AgentRegistry.Installed agent, Source source) {
        String id = agent.manifest().agentId();
        return JsonObject.of("id", NODE)
                .with("typeId", TYPE)
                .with("name", agent.manifest().label())
                .with("config", JsonObject.of(SOURCE, source.wire()).with(RESULT_TO, RESULT))
                .with(
                        "agent",
                        JsonObject.of("agentId", id)
                                .with("version", agent.pack().version())
                                .with("sourceManifestId", id));
    }

    /// The members of the task that its schema names; an agent without a schema takes a message.
    private static List<JsonValue> variables(AgentRegistry.Installed agent) {
        List<JsonValue> variables = new ArrayList<>(List.of(variable(RESULT, "object")));
        JsonObject task = agent.manifest().task();
        if (task == null) {
            variables.add(variable("message", "string"));
            return variables;
        }
        task.object("properties").orElse(JsonObject.EMPTY).members().forEach((name, schema) -> {
            String type = schema.asObject()
                    .flatMap(it -> it.string("type"))
                    .orElse("")
                    .replace("integer", "number");
            if (!name.equals(RESULT) && NAME.matcher(name).matches() && TYPES.contains(type)) {
                variables.add(variable(name, type));
            }
        });
        return variables;
    }

    private static JsonObject variable(String name, String type) {
        return JsonObject.of("name", name).with("type", type);
    }
}
