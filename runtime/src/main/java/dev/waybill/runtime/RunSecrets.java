package dev.waybill.runtime;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.decide.Sensitive;
import dev.waybill.engine.state.Attempt;
import dev.waybill.engine.state.PublicView;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.memory.Redaction;
import dev.waybill.workflow.WorkflowNode;
import java.util.Map;

/// The secrets that a node of a run may come across: what its definition, or its parent's, calls sensitive, and what
/// the operator lets its activities send.
public final class RunSecrets {

    private RunSecrets() {}

    /// A value as a node may show it to others, at a moment of its run.
    public static JsonValue without(RunState state, WorkflowNode node, JsonValue value) {
        Attempt attempt = state.node(node.id()).attempt();
        return without(state, node, attempt == null ? JsonObject.EMPTY : attempt.inputs(), value);
    }

    static JsonValue without(RunState state, WorkflowNode node, JsonObject inputs, JsonValue value) {
        return new Redaction(of(state, node, inputs)).of(value);
    }

    /// Values, each with the name of the variable or input that holds it.
    static Map<String, String> of(RunState state, WorkflowNode node, JsonObject inputs) {
        Map<String, String> secrets = ResolvedSecrets.all();
        state.variables().forEach((name, value) -> {
            if (PublicView.hides(state, name)) {
                collect(name, value, secrets);
            }
        });
        JsonObject shown = Sensitive.masked(state, node, inputs);
        inputs.members().forEach((name, value) -> {
            if (!value.equals(shown.get(name))) {
                collect(name, value, secrets);
            }
        });
        return secrets;
    }

    private static void collect(String name, JsonValue value, Map<String, String> secrets) {
        switch (value) {
            case JsonString(var text) -> secrets.putIfAbsent(text, name);
            case JsonArray array -> array.forEach(item -> collect(name, item, secrets));
            case JsonObject object -> object.members().values().forEach(item -> collect(name, item, secrets));
            default -> {
                // A number is no secret that could be told from another.
            }
        }
    }
}
