package dev.waybill.engine.state;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.channel.Channels;
import dev.waybill.journal.event.Mask;
import dev.waybill.workflow.Channel;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// A run's data as everybody may see it: what is sensitive is masked. Doors and pages show this and nothing else.
///
/// Sensitive is what the definition says, and in a child also what comes from something sensitive of its parent.
public final class PublicView {

    /// In a child's header: its inputs that come from something sensitive.
    public static final String OPTION = "sensitive";

    /// In a header: inputs that the workflow does not name. What lies in a field that nobody asked for may be anything,
    /// also a key.
    public static final String UNASKED = "unasked";

    private PublicView() {}

    /// Whether events have an input. They go to webhooks, bundles and traces; whoever may read the run itself
    /// still sees what it was given by mistake.
    public static boolean travels(RunState state, String input) {
        return !hides(state, input) && !names(state, UNASKED).contains(new JsonString(input));
    }

    /// Values by name, as they may leave the host.
    public static JsonObject travelling(RunState state, JsonObject values) {
        return masked(values.members(), name -> !travels(state, name));
    }

    public static boolean hides(RunState state, String variable) {
        return state.workflow().definition().variables().stream()
                        .anyMatch(declared ->
                                declared.sensitive() && declared.name().equals(variable))
                || names(state, OPTION).contains(new JsonString(variable));
    }

    private static List<JsonValue> names(RunState state, String option) {
        return state.header().options().array(option).orElse(JsonArray.EMPTY).items();
    }

    public static boolean hidesChannel(RunState state, String channel) {
        Channel declared = state.workflow().definition().channels().get(channel);
        return declared != null && declared.sensitive();
    }

    /// Whether anything of the run is sensitive. What models are asked and say may then hold it, in other words, and is
    /// nobody's to see.
    public static boolean hidesAnything(RunState state) {
        WorkflowDefinition definition = state.workflow().definition();
        return definition.variables().stream().anyMatch(variable -> variable.sensitive())
                || definition.channels().values().stream().anyMatch(channel -> channel.sensitive())
                || definition.nodes().stream()
                        .anyMatch(node -> !node.sensitiveOutputs().isEmpty())
                || !names(state, OPTION).isEmpty();
    }

    public static JsonObject inputs(RunState state) {
        return masked(state.inputs().members(), name -> hides(state, name));
    }

    public static JsonObject variables(RunState state) {
        return masked(state.variables(), name -> hides(state, name));
    }

    public static JsonObject channels(RunState state) {
        Map<String, JsonValue> channels = new LinkedHashMap<>();
        state.channels().forEach((name, channel) -> channels.put(name, Channels.read(channel, state.clock())));
        return masked(channels, name -> hidesChannel(state, name));
    }

    /// The outputs of the latest execution of a node.
    public static JsonObject outputs(NodeEnd end) {
        return masked(end.outputs().members(), end.masked()::contains);
    }

    /// The outputs of the run: those of its last nodes, by node.
    public static JsonObject outputs(RunState state) {
        Map<String, JsonValue> outputs = new LinkedHashMap<>();
        state.outputs().members().forEach((node, values) -> outputs.put(node, values(state, node, values)));
        return new JsonObject(outputs);
    }

    private static JsonValue values(RunState state, String nodeId, JsonValue values) {
        NodeState node = state.nodes().get(nodeId);
        List<String> masked =
                node == null || node.last() == null ? List.of() : node.last().masked();
        return values.asObject()
                .<JsonValue>map(object -> masked(object.members(), masked::contains))
                .orElse(values);
    }

    private static JsonObject masked(Map<String, ? extends JsonValue> values, Predicate<String> hidden) {
        Map<String, JsonValue> shown = new LinkedHashMap<>();
        values.forEach((name, value) -> shown.put(name, hidden.test(name) ? Mask.REDACTED : value));
        return new JsonObject(shown);
    }
}
