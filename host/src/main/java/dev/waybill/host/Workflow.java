package dev.waybill.host;

import dev.waybill.agents.live.AgentDefinitions;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.workflow.DefinitionError;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.VariableType;
import dev.waybill.workflow.WorkflowDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Builds a workflow in Java. Each step follows the one before it, unless it says which steps it comes after; so a list
/// of steps is a sequence, and [Step#after] makes it a graph. The result is the same document that a file holds: runs
/// are pinned to its digest, and any other host can read it.
public final class Workflow {

    private static final String APPROVAL = "core.approvalGate";
    private static final String DELAY = "core.delay";
    private static final String CHILD = "core.subWorkflow";

    private final String id;
    private String version = "1.0.0";
    private final List<JsonValue> variables = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();

    private Workflow(String id) {
        this.id = id;
    }

    /// @param id small letters, digits, `-` and `_`; runs are started by this name
    public static Workflow named(String id) {
        return new Workflow(id);
    }

    /// For people; the digest of the whole is what pins a run.
    public Workflow version(String text) {
        version = text;
        return this;
    }

    /// A variable that a run must be given at its start.
    public Workflow input(String name, Class<?> type) {
        variables.add(variable(name, type, true));
        return this;
    }

    /// A variable that steps may write, or that a run may be given.
    public Workflow variable(String name, Class<?> type) {
        variables.add(variable(name, type, false));
        return this;
    }

    /// A step whose input is the run's variables.
    ///
    /// @param typeId an activity of this program, or any other node type
    public Workflow step(String step, String typeId) {
        return step(step, typeId, _ -> {});
    }

    /// @param more its inputs, and what comes before it
    public Workflow step(String step, String typeId, Consumer<Step> more) {
        Step added = new Step(
                step,
                typeId,
                steps.isEmpty() ? List.of() : List.of(steps.getLast().id()));
        more.accept(added);
        steps.add(added);
        return this;
    }

    /// A step that an agent does; its result is the output `result`.
    public Workflow agent(String step, String agentId) {
        return agent(step, agentId, _ -> {});
    }

    public Workflow agent(String step, String agentId, Consumer<Step> more) {
        return step(step, AgentDefinitions.TYPE, added -> more.accept(added.by(agentId)));
    }

    /// Waits until a person says yes. A no leaves by the port `rejected`; where nothing follows from it, it fails the
    /// run.
    public Workflow approval(String step, String question) {
        return approval(step, question, _ -> {});
    }

    public Workflow approval(String step, String question, Consumer<Step> more) {
        return step(step, APPROVAL, added -> more.accept(added.config("title", question)));
    }

    /// Waits, however long; no process has to stay up for it.
    public Workflow sleep(String step, Duration time) {
        return step(step, DELAY, added -> added.config("ms", time.toMillis()));
    }

    /// Hands over to another workflow, as a run of its own.
    public Workflow child(String step, String workflowId, Consumer<Step> more) {
        return step(step, CHILD, added -> more.accept(added.config("workflowId", workflowId)));
    }

    /// @throws Refused when it cannot run, with everything that is wrong
    public WorkflowDefinition build() {
        List<JsonValue> edges = new ArrayList<>();
        steps.forEach(step -> edges.addAll(step.edges()));
        return read(
                id,
                JsonObject.builder()
                        .put("id", id)
                        .put("name", id)
                        .put("version", version)
                        .put("variables", new JsonArray(variables))
                        .put(
                                "nodes",
                                new JsonArray(steps.stream()
                                        .<JsonValue>map(Step::node)
                                        .toList()))
                        .put("edges", new JsonArray(edges))
                        .build());
    }

    /// @param what names it for people
    static WorkflowDefinition read(String what, JsonObject document) {
        return switch (DefinitionReader.read(document)) {
            case Read.Ok ok -> ok.definition();
            case Read.Bad bad ->
                throw new Refused(
                        RefusalCode.VALIDATION_ERROR,
                        "%s cannot run: %s".formatted(what, bad.errors().getFirst()),
                        JsonObject.of(
                                "errors",
                                JsonArray.ofStrings(bad.errors().stream()
                                        .map(DefinitionError::toString)
                                        .toList())));
        };
    }

    private static JsonObject variable(String name, Class<?> type, boolean required) {
        JsonObject.Builder json =
                JsonObject.builder().put("name", name).put("type", type(type).wire());
        return required ? json.put("required", true).build() : json.build();
    }

    private static VariableType type(Class<?> type) {
        if (type == String.class || type.isEnum()) {
            return VariableType.STRING;
        }
        if (Number.class.isAssignableFrom(type) || type == int.class || type == long.class || type == double.class) {
            return VariableType.NUMBER;
        }
        if (type == Boolean.class || type == boolean.class) {
            return VariableType.BOOLEAN;
        }
        if (Collection.class.isAssignableFrom(type) || type.isArray()) {
            return VariableType.ARRAY;
        }
        if (type.isRecord() || Map.class.isAssignableFrom(type) || JsonObject.class == type) {
            return VariableType.OBJECT;
        }
        throw new IllegalArgumentException(
                "expected a text, a number, a boolean, a list, a map or a record, found " + type.getName());
    }
}
