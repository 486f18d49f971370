package dev.waybill.host.wiring;

import dev.waybill.agents.Outside;
import dev.waybill.agents.a2a.RemoteWorkers;
import dev.waybill.agents.catalog.AgentNodes;
import dev.waybill.agents.live.AgentDefinitions;
import dev.waybill.agents.live.AgentHost;
import dev.waybill.agents.live.AgentLimits;
import dev.waybill.agents.live.LiveAgents;
import dev.waybill.agents.mcp.McpServers;
import dev.waybill.agents.mcp.McpTools;
import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.agents.packjs.JsNodes;
import dev.waybill.agents.packjs.JsSandbox;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.flow.FlowNodes;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.egress.Egress;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// What every host of ours can do: the core, the ecosystem's nodes, models, tools, other hosts, agents.
///
/// @param outside what the operator says about the world
/// @param agents those of the packs; asked for when one is needed
/// @param tools the setting `agents.tools`
/// @param models puts something around the models that agents are given
/// @param suites the way to test suites, which listen on their own machine; null on every other host, which does not
/// have
///     the node types that are theirs
public record StandardNodes(
        Outside outside,
        Supplier<AgentRegistry> agents,
        JsonObject tools,
        InstantSource clock,
        UnaryOperator<AgentHost.Picking> models,
        @Nullable Egress suites) {

    public StandardNodes(Outside outside, Supplier<AgentRegistry> agents, JsonObject tools, InstantSource clock) {
        this(outside, agents, tools, clock, UnaryOperator.identity());
    }

    public StandardNodes(
            Outside outside,
            Supplier<AgentRegistry> agents,
            JsonObject tools,
            InstantSource clock,
            UnaryOperator<AgentHost.Picking> models) {
        this(outside, agents, tools, clock, models, null);
    }

    /// @param users adds the types that users bring; all of them may be tools of agents
    public NodeTypes with(UnaryOperator<NodeTypes> users) {
        return with(AgentLimits.MOST, users);
    }

    /// @param limits how far one call of an agent may go
    /// @param users adds the types that users bring; all of them may be tools of agents
    public NodeTypes with(AgentLimits limits, UnaryOperator<NodeTypes> users) {
        McpServers servers = new McpServers(outside.mcpServers(), outside.secret());
        LiveAgents live = new LiveAgents(outside, agents, tools, McpTools.of(servers), clock, models);
        List<Activity> ours = new ArrayList<>(AgentNodes.of(outside, servers, live.packs()));
        ours.addAll(live.nodes(limits));
        if (suites != null) {
            ours.add(live.probe(suites));
        }
        NodeTypes all = FlowNodes.standard().with(ours);
        NodeTypes known = users.apply(suites == null ? all.forProduction() : all);
        return live.knowing(known.with(ofPacks(known)));
    }

    /// The node types of packs, where the part is installed that runs them; those that are known already win.
    private List<Activity> ofPacks(NodeTypes known) {
        return JsSandbox.in(outside.parts())
                .map(sandbox -> JsNodes.of(agents.get(), sandbox, outside, known))
                .orElse(List.of());
    }

    /// Besides workflows, agents of packs and agents on other hosts can be given work.
    public static DefinitionSource workers(
            DefinitionSource workflows, Supplier<AgentRegistry> agents, JsonObject remoteAgents) {
        return RemoteWorkers.beside(new AgentDefinitions(workflows, agents), remoteAgents);
    }
}
