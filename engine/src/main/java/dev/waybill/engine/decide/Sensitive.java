package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.state.Attempt;
import dev.waybill.engine.state.NodeEnd;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.PublicView;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.Mask;
import dev.waybill.journal.event.ModelFact;
import dev.waybill.journal.event.RunEvent;
import dev.waybill.journal.event.RunFact;
import dev.waybill.workflow.PortValue;
import dev.waybill.workflow.WorkflowNode;
import dev.waybill.workflow.expression.Reference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Follows what is sensitive: from variables, channels and outputs into the inputs of nodes, and through nodes that
/// only pass it on. What a node makes of it, only its author knows (`outputSensitivity`).
public final class Sensitive {

    private Sensitive() {}

    /// The places of a fact that nobody outside may see.
    static List<String> parts(RunState state, RunEvent fact) {
        return switch (fact) {
            case RunFact.RunStarted started ->
                started.inputs().members().keySet().stream()
                        .filter(name -> !PublicView.travels(state, name))
                        .map(name -> JsonPointer.member("/inputs", name))
                        .toList();
            case DataFact.VariableChanged changed ->
                PublicView.hides(state, changed.name()) ? List.of("/previous", "/next") : List.of();
            case DataFact.ChannelWritten written ->
                PublicView.hidesChannel(state, written.channel()) ? List.of("/value") : List.of();
            case RunFact.RunCompleted completed -> runOutputs(state, completed);
            // What models say may hold what the run hides, in other words.
            case ModelFact.OutputChunk _ -> PublicView.hidesAnything(state) ? List.of("/chunk") : List.of();
            default -> List.of();
        };
    }

    private static List<String> runOutputs(RunState state, RunFact.RunCompleted completed) {
        List<String> pointers = new ArrayList<>();
        for (String node : completed.outputs().members().keySet()) {
            NodeState known = state.nodes().get(node);
            if (known != null && known.last() != null) {
                String outputs = JsonPointer.member("/outputs", node);
                known.last().masked().forEach(name -> pointers.add(JsonPointer.member(outputs, name)));
            }
        }
        return pointers;
    }

    /// The outputs of a node that nobody outside may see: those that its author names, and those that are nothing but
    /// a sensitive input, or what the node has written to a sensitive place.
    static List<String> outputs(RunState state, WorkflowNode node, NodeResult.Done done) {
        List<JsonValue> secrets = new ArrayList<>();
        Attempt attempt = state.node(node.id()).attempt();
        JsonObject inputs = attempt == null ? JsonObject.EMPTY : attempt.inputs();
        for (String name : inputs(state, node)) {
            if (inputs.has(name)) {
                secrets.add(inputs.members().get(name));
            }
        }
        for (NodeResult.Write write : done.writes()) {
            switch (write) {
                case NodeResult.Write.ToVariable variable
                when PublicView.hides(state, variable.name()) -> secrets.add(variable.value());
                case NodeResult.Write.ToChannel channel
                when PublicView.hidesChannel(state, channel.channel()) -> secrets.add(channel.value());
                default -> {
                    // Everybody may see it.
                }
            }
        }
        List<String> sensitive = new ArrayList<>();
        done.outputs().members().forEach((name, value) -> {
            if (node.sensitiveOutputs().contains(name) || secrets.contains(value)) {
                sensitive.add(name);
            }
        });
        return sensitive;
    }

    /// The input ports of a node that are filled with something sensitive.
    static List<String> inputs(RunState state, WorkflowNode node) {
        List<String> sensitive = new ArrayList<>();
        node.inputs().forEach((name, port) -> {
            if (isSensitive(state, port)) {
                sensitive.add(name);
            }
        });
        return sensitive;
    }

    /// Inputs as people may see them.
    ///
    /// @param state when the node was given them
    public static JsonObject masked(RunState state, WorkflowNode node, JsonObject inputs) {
        JsonObject masked = inputs;
        for (String name : inputs(state, node)) {
            masked = masked.has(name) ? masked.with(name, Mask.REDACTED) : masked;
        }
        return masked;
    }

    private static boolean isSensitive(RunState state, PortValue port) {
        return switch (port) {
            case PortValue.Static _ -> false;
            case PortValue.Variable variable -> PublicView.hides(state, variable.name());
            case PortValue.Connection connection -> hidesOutput(state, connection.nodeId(), connection.outputKey());
            case PortValue.Computed computed ->
                computed.expression().references().stream().anyMatch(reference -> isSensitive(state, reference));
        };
    }

    private static boolean hidesOutput(RunState state, String nodeId, @Nullable String output) {
        NodeState node = state.nodes().get(nodeId);
        NodeEnd end = node == null ? null : node.last();
        if (end == null || end.masked().isEmpty()) {
            return false;
        }
        // A name that is no output stands for all of them.
        return output == null || !end.outputs().has(output) || end.masked().contains(output);
    }

    /// A reference without a member may reach everything below its root.
    private static boolean isSensitive(RunState state, Reference reference) {
        String member = reference.member();
        return switch (reference.root()) {
            case "variables", "inputs" ->
                member == null
                        ? state.variables().keySet().stream().anyMatch(name -> PublicView.hides(state, name))
                        : PublicView.hides(state, member);
            case "channels" ->
                member == null
                        ? state.channels().keySet().stream().anyMatch(name -> PublicView.hidesChannel(state, name))
                        : PublicView.hidesChannel(state, member);
            case "nodes" ->
                member == null
                        ? state.nodes().keySet().stream().anyMatch(node -> hidesOutput(state, node, null))
                        : hidesOutput(state, member, null);
            default -> false;
        };
    }
}
