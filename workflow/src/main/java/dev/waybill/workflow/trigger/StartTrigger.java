package dev.waybill.workflow.trigger;

import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.TriggerType;
import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.WorkflowNode;
import dev.waybill.workflow.WorkflowTrigger;
import dev.waybill.workflow.WorkflowVariable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Something that starts runs of a workflow by itself. Authors write it among the workflow's `triggers`, or as a
/// node of the ecosystem's type; a trigger that names such a node takes its configuration from there.
///
/// @param pointer where it stands in the document
/// @param nodeId the node that hands its data on, if there is one
public record StartTrigger(
        String id,
        TriggerType type,
        String pointer,
        @Nullable String nodeId,
        JsonObject config) {

    /// The input under which a fired run finds what fired it.
    public static final String INPUT = "trigger";

    private static final String NODES = "core.trigger.";

    /// The types that a host can fire, in the ecosystem's words.
    private static final Map<String, TriggerType> TYPES = types();

    private static Map<String, TriggerType> types() {
        Map<String, TriggerType> types = new LinkedHashMap<>();
        for (TriggerType type : List.of(TriggerType.SCHEDULE, TriggerType.WEBHOOK, TriggerType.ERROR)) {
            types.put(NODES + type.wire(), type);
        }
        return types;
    }

    /// Whether a host could fire triggers of this type.
    public static boolean isFired(TriggerType type) {
        return TYPES.containsValue(type);
    }

    /// What a node of this type would be fired by; empty for any other node.
    public static Optional<TriggerType> typeOf(WorkflowNode node) {
        return Optional.ofNullable(TYPES.get(node.typeId()));
    }

    /// All that are enabled, in the order written: first the workflow's triggers, then its nodes.
    public static List<StartTrigger> of(WorkflowDefinition definition) {
        List<StartTrigger> all = new ArrayList<>();
        List<String> named = new ArrayList<>();
        List<WorkflowTrigger> triggers = definition.triggers();
        for (int index = 0; index < triggers.size(); index++) {
            WorkflowTrigger trigger = triggers.get(index);
            Optional<WorkflowNode> node = Optional.ofNullable(trigger.nodeId())
                    .flatMap(definition::node)
                    .filter(it -> typeOf(it).filter(trigger.type()::equals).isPresent());
            node.ifPresent(it -> named.add(it.id()));
            if (trigger.enabled() && TYPES.containsValue(trigger.type())) {
                all.add(new StartTrigger(
                        trigger.id(),
                        trigger.type(),
                        "/triggers/" + index,
                        trigger.nodeId(),
                        node.map(it -> over(it.config(), trigger.config())).orElse(trigger.config())));
            }
        }
        List<WorkflowNode> nodes = definition.nodes();
        for (int index = 0; index < nodes.size(); index++) {
            WorkflowNode node = nodes.get(index);
            TriggerType type = typeOf(node).orElse(null);
            if (type != null && !node.disabled() && !named.contains(node.id())) {
                all.add(new StartTrigger(node.id(), type, "/nodes/" + index, node.id(), node.config()));
            }
        }
        return all;
    }

    private static JsonObject over(JsonObject usual, JsonObject own) {
        JsonObject together = usual;
        for (var member : own.members().entrySet()) {
            together = together.with(member.getKey(), member.getValue());
        }
        return together;
    }

    /// What each of its runs starts with: the inputs that its author wrote, and those taken out of what fired.
    ///
    /// @param told what the run is told of what fired
    public JsonObject inputs(JsonObject told) {
        JsonObject inputs = written();
        for (var member : taken().members().entrySet()) {
            JsonValue found = member.getValue()
                    .asString()
                    .flatMap(pointer -> JsonPointer.find(told, pointer))
                    .orElse(null);
            inputs = inputs.withIfPresent(member.getKey(), found);
        }
        return inputs.with(INPUT, told);
    }

    private JsonObject written() {
        return config.object("inputs").orElse(JsonObject.EMPTY);
    }

    private JsonObject taken() {
        return config.object(TriggerConfig.INPUTS_FROM).orElse(JsonObject.EMPTY);
    }

    /// Everything that keeps it from starting a run of its workflow, in sentences; empty when nothing does.
    public List<String> problems(WorkflowDefinition definition) {
        List<String> problems = new ArrayList<>(TriggerConfig.problems(type, config));
        for (WorkflowVariable variable : definition.variables()) {
            JsonValue value = written().get(variable.name());
            if (value == null || value == JsonNull.NULL) {
                if (needed(variable) && !taken().has(variable.name())) {
                    problems.add(unfilled(variable.name()));
                }
            } else if (!variable.type().accepts(value)) {
                problems.add("config.inputs.%s: expected a %s, found a %s"
                        .formatted(variable.name(), variable.type().wire(), value.kind()));
            }
        }
        return problems;
    }

    private static String unfilled(String input) {
        return ("nothing gives its runs the required input \"%s\"; give a value in config.inputs, or its place in what"
                        + " fired in config.%s, such as {\"%s\": \"/body/%s\"}")
                .formatted(input, TriggerConfig.INPUTS_FROM, input, input);
    }

    private static boolean needed(WorkflowVariable variable) {
        return variable.required()
                && variable.defaultValue().isEmpty()
                && !variable.name().equals(INPUT);
    }
}
