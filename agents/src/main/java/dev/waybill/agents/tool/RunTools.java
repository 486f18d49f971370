package dev.waybill.agents.tool;

import dev.waybill.agents.pack.AgentManifest;
import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.HandOverPlan;
import dev.waybill.engine.node.HandedOver;
import dev.waybill.engine.state.ChildEnd;
import dev.waybill.journal.event.AgentFact.ToolTransport;
import dev.waybill.journal.event.RunError;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.WorkflowVariable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Other workflows and other agents as tools, `workflow:ID` and `agent:ID`. A call is a child run: recorded, signed,
/// cancelled with its parent, under the limits of its family.
///
/// A secret of the calling run does not travel along: the child is given what everybody may see.
public final class RunTools implements ToolSource {

    private static final String WORKFLOW = "workflow:";
    private static final String AGENT = "agent:";
    private static final String RESULT = "result";
    private static final JsonObject MESSAGE = JsonReader.read(
                    "{\"type\":\"object\",\"required\":[\"message\"],\"properties\":{\"message\":{\"type\":\"string\"}},\"additionalProperties\":false}",
                    JsonLimits.DOCUMENT)
            .asObject()
            .orElseThrow();

    private final Supplier<AgentRegistry> agents;
    private volatile DefinitionSource workflows = DefinitionSource.NONE;

    public RunTools(Supplier<AgentRegistry> agents) {
        this.agents = agents;
    }

    /// Told when the host knows where its workflows are.
    public void in(DefinitionSource source) {
        workflows = source;
    }

    @Override
    public String name() {
        return "runs";
    }

    @Override
    public List<ToolDescriptor> tools() {
        List<String> all = new ArrayList<>();
        agents.get().agents().forEach(agent -> all.add(AGENT + agent.manifest().agentId()));
        workflows.ids().stream().filter(id -> agents.get().find(id).isEmpty()).forEach(id -> all.add(WORKFLOW + id));
        return among(all);
    }

    @Override
    public List<ToolDescriptor> among(Collection<String> ids) {
        return ids.stream().map(this::find).filter(Objects::nonNull).toList();
    }

    private @Nullable ToolDescriptor find(String id) {
        Optional<ToolDescriptor> found = id.startsWith(AGENT)
                ? agents.get().find(id.substring(AGENT.length())).map(agent -> agent(id, agent.manifest()))
                : id.startsWith(WORKFLOW)
                        ? workflows.find(id.substring(WORKFLOW.length())).map(workflow -> workflow(id, workflow))
                        : Optional.empty();
        return found.orElse(null);
    }

    private static ToolDescriptor agent(String id, AgentManifest manifest) {
        JsonObject task = manifest.task();
        return ToolDescriptor.of(
                        id,
                        manifest.json().string("description").orElseGet(manifest::label),
                        task == null ? MESSAGE : task,
                        ToolTransport.NATIVE)
                .writing();
    }

    private static ToolDescriptor workflow(String id, WorkflowDefinition workflow) {
        Map<String, JsonValue> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (WorkflowVariable variable : workflow.variables()) {
            properties.put(
                    variable.name(), JsonObject.of("type", variable.type().wire()));
            if (variable.required() && variable.defaultValue().isEmpty()) {
                required.add(variable.name());
            }
        }
        JsonObject input = JsonObject.builder()
                .put("type", "object")
                .put("properties", new JsonObject(properties))
                .put("required", JsonArray.ofStrings(required))
                .put("additionalProperties", false)
                .build();
        return ToolDescriptor.of(id, "Runs the workflow " + workflow.name() + ".", input, ToolTransport.NATIVE)
                .writing();
    }

    @Override
    public ToolAnswer call(ToolCall call) {
        JsonObject given =
                call.within().withoutSecrets(call.arguments()).asObject().orElse(JsonObject.EMPTY);
        return new ToolAnswer.Left(HandOverPlan.inBetween(call.tool().name(), given));
    }

    @Override
    public Optional<ToolAnswer> left(String toolId, HandedOver end) {
        boolean agent = toolId.startsWith(AGENT);
        if (!agent && !toolId.startsWith(WORKFLOW)) {
            return Optional.empty();
        }
        RunError error = end.error();
        if (error != null) {
            return Optional.of(new ToolAnswer.Failed(error));
        }
        JsonValue result =
                end.shown().object(ChildEnd.VARIABLES).orElse(JsonObject.EMPTY).get(RESULT);
        return Optional.of(new ToolAnswer.Given(agent && result != null ? result : end.shown()));
    }

    /// The agent that a tool is; empty when it is none.
    public static Optional<String> agentOf(String toolId) {
        return toolId.startsWith(AGENT) ? Optional.of(toolId.substring(AGENT.length())) : Optional.empty();
    }
}
