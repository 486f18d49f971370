package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.channel.Channels;
import dev.waybill.engine.state.NodeEnd;
import dev.waybill.engine.state.RunState;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an expression can see.
final class Scope {

    private Scope() {}

    /// @param end how the edge's source ended; null where there is no source
    static JsonObject of(RunState state, @Nullable NodeEnd end) {
        Map<String, JsonValue> scope = new LinkedHashMap<>();
        scope.put("output", end == null ? JsonNull.NULL : end.outputs());
        scope.put(
                "status",
                end == null ? JsonNull.NULL : new JsonString(end.kind().wire()));
        scope.put("variables", new JsonObject(state.variables()));
        scope.put("inputs", state.inputs());
        scope.put("nodes", nodes(state));
        scope.put("channels", channels(state));
        scope.put("configurable", state.configurable());
        return new JsonObject(scope);
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

    static JsonObject channels(RunState state) {
        Map<String, JsonValue> channels = new LinkedHashMap<>();
        state.channels().forEach((name, channel) -> channels.put(name, Channels.read(channel, state.clock())));
        return new JsonObject(channels);
    }
}
