package dev.waybill.engine.node;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.WorkflowNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What a node is given.
///
/// @param ordinal which execution of the node, from 1
/// @param attempt which attempt of this execution, from 1
/// @param inputs the values of its input ports
/// @param variables of the run, when the node starts
/// @param answers what people and systems answered to this execution's questions, by key
/// @param configurable what whoever started the run set for it
/// @param transcript what the run's supervisor has decided in its latest turns, turn by turn, and what came of it
/// @param at the run's logical time
public record NodeCall(
        WorkflowNode node,
        int ordinal,
        int attempt,
        JsonObject inputs,
        JsonObject variables,
        JsonObject answers,
        JsonObject configurable,
        JsonArray transcript,
        Instant at) {

    public JsonObject config() {
        return node.config();
    }

    /// How sure an agent has to be of what it decides.
    public JsonNumber threshold() {
        return configurable.get("escalationThreshold") instanceof JsonNumber number ? number : SupervisorNode.THRESHOLD;
    }

    /// The same call with other inputs.
    public NodeCall withInputs(JsonObject others) {
        return new NodeCall(node, ordinal, attempt, others, variables, answers, configurable, transcript, at);
    }

    /// An input, or else the configuration's member of the same name.
    public @Nullable JsonValue setting(String name) {
        JsonValue input = inputs.get(name);
        return input != null ? input : node.config().get(name);
    }
}
