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
        return agents.find(agentId).map(agent -> switch (DefinitionReader.read(graph(agent, source))) {
            case Read.Ok ok -> ok.definition();
            case Read.Bad bad ->
                throw new IllegalStateException(bad.errors().getFirst().message());
        });
    }

    private static JsonObject graph(AgentRegistry.Installed agent, Source source) {
        String id = agent.manifest().agentId();
        JsonObject node = JsonObject.of("id", NODE)
                .with("typeId", TYPE)
                .with("name", agent.manifest().label())
                .with("config", JsonObject.of(SOURCE, source.wire()).with(RESULT_TO, RESULT))
                .with(
                        "agent",
                        JsonObject.of("agentId", id)
                                .with("version", agent.pack().version())
                                .with("sourceManifestId", id));
        return JsonObject.of("id", graphId(id))
                .with("name", agent.manifest().label())
                .with("version", agent.pack().version())
                .with("nodes", JsonArray.of(node))
                .with("variables", new JsonArray(variables(agent)));
    }

    /// What the task has to say, as far as its schema names it; who takes anything takes a message.
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
