package dev.waybill.agents.packjs;

import dev.waybill.agents.Outside;
import dev.waybill.agents.model.config.Models;
import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.agents.pack.Pack;
import dev.waybill.agents.pack.PackNode;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeTypes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The node types of packs, where there is a sandbox to run them in.
public final class JsNodes {

    private JsNodes() {}

    /// @param known types that this host has already, which win
    public static List<Activity> of(AgentRegistry packs, JsSandbox sandbox, Outside outside, NodeTypes known) {
        Map<String, Activity> nodes = new LinkedHashMap<>();
        Models models = Models.of(outside);
        for (AgentRegistry.Shelved shelved : packs.packs()) {
            Pack pack = shelved.pack();
            Function<ActivityCall, HostFunctions> functions = new Granting(outside.egress(), models, Grant.of(pack));
            for (PackNode node : pack.nodes()) {
                if (known.find(node.typeId()).isEmpty() && obstacle(pack, node).isEmpty()) {
                    nodes.putIfAbsent(node.typeId(), new JsNode(pack, node, sandbox, functions));
                }
            }
        }
        return List.copyOf(nodes.values());
    }

    /// Why a node cannot be run here, sandbox or not; empty when nothing speaks against it.
    public static Optional<String> obstacle(Pack pack, PackNode node) {
        if (pack.code() == null) {
            return Optional.of("the pack brings no JavaScript modules");
        }
        if (node.problem() != null) {
            return Optional.of("a schema of it cannot be applied: " + node.problem());
        }
        return Grant.unknown(pack).map(word -> "its pack requires %s, which this host does not give".formatted(word));
    }
}
