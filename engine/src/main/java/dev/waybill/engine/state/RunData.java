package dev.waybill.engine.state;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.channel.ChannelState;
import dev.waybill.journal.event.DataFact;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pcollections.OrderedPSet;
import org.pcollections.PSet;
import org.pcollections.PVector;
import org.pcollections.TreePMap;
import org.pcollections.TreePVector;

/// What a run was given and what its nodes have written.
///
/// @param writes what the executions under way have written to channels, by node
/// @param artifacts the ids of what was left for people
public record RunData(
        JsonObject inputs,
        JsonObject configurable,
        TreePMap<String, JsonValue> variables,
        TreePMap<String, ChannelState> channels,
        TreePMap<String, PVector<DataFact.ChannelWritten>> writes,
        PSet<String> artifacts) {

    static final RunData NONE = new RunData(
            JsonObject.EMPTY,
            JsonObject.EMPTY,
            TreePMap.empty(),
            TreePMap.empty(),
            TreePMap.empty(),
            OrderedPSet.empty());

    RunData configured(JsonObject changes) {
        Map<String, JsonValue> merged = new LinkedHashMap<>(configurable.members());
        merged.putAll(changes.members());
        return new RunData(inputs, new JsonObject(merged), variables, channels, writes, artifacts);
    }

    RunData with(String variable, @Nullable JsonValue value) {
        return new RunData(
                inputs,
                configurable,
                value == null ? variables.minus(variable) : variables.plus(variable, value),
                channels,
                writes,
                artifacts);
    }

    RunData with(DataFact.ChannelWritten write, ChannelState after) {
        String node = write.nodeId();
        return new RunData(
                inputs,
                configurable,
                variables,
                channels.plus(write.channel(), after),
                node == null
                        ? writes
                        : writes.plus(
                                node,
                                writes.getOrDefault(node, TreePVector.empty()).plus(write)),
                artifacts);
    }

    RunData withArtifact(String id) {
        return new RunData(inputs, configurable, variables, channels, writes, artifacts.plus(id));
    }

    /// The node begins anew or has ended: what it has written so far is no part of an execution under way.
    RunData settled(String node) {
        return writes.containsKey(node)
                ? new RunData(inputs, configurable, variables, channels, writes.minus(node), artifacts)
                : this;
    }
}
