package dev.waybill.agents.live;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.state.NodeFold;
import dev.waybill.workflow.expression.ExpressionException;
import dev.waybill.workflow.expression.StepBudget;
import dev.waybill.workflow.schema.InvalidSchema;
import dev.waybill.workflow.schema.JsonSchema;
import dev.waybill.workflow.schema.Violation;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What an agent is to do.
///
/// @param json the values of the node's ports; for a node without ports, the run's variables
/// @param conversation what the agent remembers it with; null when it belongs to none
/// @param critique what a critic has sent it back for; null when nobody has
record AgentTask(
        JsonObject json,
        @Nullable String conversation,
        @Nullable JsonValue critique) {

    private static final String CONVERSATION = "conversationId";

    static AgentTask of(NodeCall node) {
        JsonObject given = node.node().inputs().isEmpty() ? variables(node) : node.inputs();
        return new AgentTask(
                given.without(CONVERSATION).without(NodeFold.CRITIQUE),
                given.string(CONVERSATION).orElse(null),
                node.inputs().get(NodeFold.CRITIQUE));
    }

    /// Those that the node names, as far as they have a value, or all of them.
    private static JsonObject variables(NodeCall node) {
        JsonArray named = node.config().array(AgentDefinitions.TASK).orElse(null);
        JsonObject all = node.variables().without(AgentDefinitions.RESULT);
        if (named == null) {
            return all;
        }
        JsonObject task = JsonObject.EMPTY;
        for (JsonValue name : named) {
            String text = name.asString().orElse("");
            task = task.withIfPresent(text, all.get(text));
        }
        return task;
    }

    /// As a model reads it: a single text is said as it is.
    String text() {
        return critique == null ? task() : task() + "\nA critic has sent it back: " + critique;
    }

    private String task() {
        return json.size() == 1 && json.members().values().iterator().next() instanceof JsonString(var said)
                ? said
                : json.toString();
    }

    /// What is wrong with a value; null when it fits.
    static @Nullable String misfit(@Nullable JsonObject schema, JsonValue value) {
        if (schema == null) {
            return null;
        }
        try {
            List<Violation> wrong = JsonSchema.compile(schema).validate(value, StepBudget.usual());
            return Optional.of(wrong)
                    .filter(list -> !list.isEmpty())
                    .map(list -> list.getFirst().toString())
                    .orElse(null);
        } catch (InvalidSchema | ExpressionException _) {
            return "the schema cannot be applied to it";
        }
    }
}
