package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.channel.ChannelRefused;
import dev.waybill.engine.state.NodeEnd;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.event.RunError;
import dev.waybill.workflow.PortValue;
import dev.waybill.workflow.WorkflowNode;
import dev.waybill.workflow.expression.ExpressionException;
import dev.waybill.workflow.expression.StepBudget;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The values of a node's input ports when it starts.
final class Ports {

    /// Values, or why there are none.
    record Filled(JsonObject inputs, @Nullable RunError error) {}

    private Ports() {}

    static Filled fill(RunState state, WorkflowNode node) {
        Map<String, JsonValue> inputs = new LinkedHashMap<>();
        for (Map.Entry<String, PortValue> port : node.inputs().entrySet()) {
            try {
                JsonValue value = value(state, node, port.getValue());
                if (value != null) {
                    inputs.put(port.getKey(), value);
                }
            } catch (Missing missing) {
                return new Filled(
                        JsonObject.EMPTY,
                        RunError.of(
                                "input_missing",
                                "input \"" + port.getKey() + "\" of node " + node.id() + ": " + missing.getMessage()));
            } catch (ChannelRefused refused) {
                return new Filled(JsonObject.EMPTY, refused.error());
            } catch (ExpressionException e) {
                return new Filled(
                        JsonObject.EMPTY,
                        RunError.of(
                                "expression_failed",
                                "input \"" + port.getKey() + "\" of node " + node.id() + ": " + e.getMessage()));
            }
        }
        return new Filled(new JsonObject(inputs), null);
    }

    private static @Nullable JsonValue value(RunState state, WorkflowNode node, PortValue port) {
        return switch (port) {
            case PortValue.Static fixed -> fixed.value();
            case PortValue.Variable variable -> {
                JsonValue value = state.variables().get(variable.name());
                yield required(value, variable.optional(), "variable " + variable.name() + " has no value");
            }
            case PortValue.Connection connection ->
                required(
                        output(state, connection),
                        connection.optional(),
                        "node " + connection.nodeId() + " gave no \"" + connection.outputKey() + "\"");
            case PortValue.Computed computed ->
                computed.expression()
                        .evaluate(
                                Scope.of(
                                        state, null, node, computed.expression().references()),
                                StepBudget.usual());
        };
    }

    private static @Nullable JsonValue output(RunState state, PortValue.Connection connection) {
        NodeState source = state.nodes().get(connection.nodeId());
        NodeEnd end = source == null ? null : source.last();
        if (end == null || end.kind() != NodeEnd.Kind.COMPLETED) {
            return null;
        }
        JsonValue named = end.outputs().get(connection.outputKey());
        // The port "output" of a node that names none of its outputs so is all of them.
        return named == null && connection.outputKey().equals("output") ? end.outputs() : named;
    }

    private static @Nullable JsonValue required(@Nullable JsonValue value, boolean optional, String why) {
        if (value == null && !optional) {
            throw new Missing(why);
        }
        return value;
    }

    private static final class Missing extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Missing(String why) {
            super(why, null, false, false);
        }
    }
}
