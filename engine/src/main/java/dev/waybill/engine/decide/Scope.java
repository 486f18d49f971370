package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.channel.Channels;
import dev.waybill.engine.node.SupervisorNode;
import dev.waybill.engine.state.NodeEnd;
import dev.waybill.engine.state.RunState;
import dev.waybill.workflow.Channel;
import dev.waybill.workflow.WorkflowNode;
import dev.waybill.workflow.expression.Reference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an expression can see.
final class Scope {

    private Scope() {}

    /// @param end how the edge's source ended; null where there is no source
    /// @param reader the node that reads: for an edge the one that it leaves
    /// @param references what is about to be read
    /// @throws dev.waybill.engine.channel.ChannelRefused when the node may not read a channel that is named
    static JsonObject of(RunState state, @Nullable NodeEnd end, WorkflowNode reader, List<Reference> references) {
        Map<String, Channel> declared = state.workflow().definition().channels();
        for (Reference reference : references) {
            Channel channel = reference.root().equals("channels") ? declared.get(reference.member()) : null;
            if (channel != null) {
                Channels.checkRead(channel, reader);
            }
        }
        Map<String, JsonValue> scope = new LinkedHashMap<>();
        scope.put("output", end == null ? JsonNull.NULL : end.outputs());
        scope.put(
                "status",
                end == null ? JsonNull.NULL : new JsonString(end.kind().wire()));
        scope.put("variables", new JsonObject(state.variables()));
        scope.put("inputs", state.inputs());
        scope.put("nodes", nodes(state));
        scope.put("channels", channels(state, reader));
        scope.put("configurable", state.data().configurable());
        scope.put("transcript", state.delegation().transcript(SupervisorNode.window(reader)));
        scope.put("lastTurn", state.delegation().lastTurn());
        scope.put("review", JsonNull.NULL);
        return new JsonObject(scope);
    }

    /// What a supervisor's rules can see.
    static JsonObject ofTurn(RunState state, WorkflowNode supervisor) {
        return of(state, null, supervisor, List.of());
    }

    /// What a critic's rules can see.
    ///
    /// @param output what is looked at
    /// @param review what is known of it
    static JsonObject ofReview(RunState state, WorkflowNode node, JsonValue output, JsonObject review) {
        return ofTurn(state, node).with("output", output).with("review", review);
    }

    private static JsonObject nodes(RunState state) {
        Map<String, JsonValue> nodes = new LinkedHashMap<>();
        state.nodes().values().forEach(node -> {
            if (node.last() != null) {
                nodes.put(node.id(), node.last().outputs());
            }
        });
        return new JsonObject(nodes);
    }

    /// What a node may not read is not there for it, however it computes the name.
    private static JsonObject channels(RunState state, WorkflowNode reader) {
        Map<String, Channel> declared = state.workflow().definition().channels();
        Map<String, JsonValue> channels = new LinkedHashMap<>();
        state.channels().forEach((name, channel) -> {
            Channel known = declared.get(name);
            if (known == null || known.access().mayRead(reader)) {
                channels.put(name, Channels.read(channel, state.clock()));
            }
        });
        return new JsonObject(channels);
    }
}
