package dev.waybill.agents.live;

import dev.waybill.agents.Outside;
import dev.waybill.agents.conformance.SafeFetchNode;
import dev.waybill.agents.conformance.ScopedToolNode;
import dev.waybill.agents.model.config.Models;
import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.agents.tool.NodeTools;
import dev.waybill.agents.tool.OpenApiTools;
import dev.waybill.agents.tool.RunTools;
import dev.waybill.agents.tool.ToolDesk;
import dev.waybill.agents.tool.ToolGuard;
import dev.waybill.agents.tool.ToolRate;
import dev.waybill.agents.tool.ToolSource;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.egress.Egress;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Agents of packs on this host: the node types that have them work, and the tools that they may call.
public final class LiveAgents {

    private static final int USUAL_RATE = 600;

    private final AgentHost host;
    private final RunTools runs;
    private volatile @Nullable NodeTypes types;

    /// @param tools the setting `agents.tools`: `{"scopes": […], "callsPerMinute": N, "openapi": {NAME: {…}}}`
    /// @param more sources of tools besides, such as MCP servers
    public LiveAgents(
            Outside outside,
            Supplier<AgentRegistry> agents,
            JsonObject tools,
            List<ToolSource> more,
            InstantSource clock) {
        this(outside, agents, tools, more, clock, UnaryOperator.identity());
    }

    /// @param models puts something around the models that the operator configured
    public LiveAgents(
            Outside outside,
            Supplier<AgentRegistry> agents,
            JsonObject tools,
            List<ToolSource> more,
            InstantSource clock,
            UnaryOperator<AgentHost.Picking> models) {
        List<ToolSource> sources = new ArrayList<>();
        Set<String> none = new LinkedHashSet<>(List.of(
                AgentDefinitions.TYPE,
                "core.conformance.mock-agent",
                "core.conformance.side-effect",
                ScopedToolNode.TYPE,
                SafeFetchNode.TYPE));
        sources.add(new NodeTools(this::types, none));
        Supplier<AgentRegistry> once = new Once<>(agents);
        this.runs = new RunTools(once);
        sources.add(runs);
        tools.object("openapi")
                .orElse(JsonObject.EMPTY)
                .members()
                .forEach((name, value) ->
                        value.asObject().ifPresent(settings -> sources.add(OpenApiTools.of(name, settings, outside))));
        sources.addAll(more);
        List<String> scopes = tools.array("scopes").orElse(JsonArray.EMPTY).items().stream()
                .flatMap(scope -> scope.asString().stream())
                .toList();
        int rate = tools.get("callsPerMinute") instanceof JsonNumber number
                ? Math.toIntExact(number.asInteger().orElse(USUAL_RATE))
                : USUAL_RATE;
        this.host = new AgentHost(
                once,
                models.apply(new ConfiguredModels(new Once<>(() -> Models.of(outside)))),
                new ToolDesk(sources, ToolGuard.granting(scopes), new ToolRate(rate, clock)));
    }

    private NodeTypes types() {
        NodeTypes known = types;
        return known == null ? NodeTypes.core() : known;
    }

    /// The packs of this host, read once.
    public Supplier<AgentRegistry> packs() {
        return host.agents();
    }

    /// The node types in which agents work.
    ///
    /// @param limits how far one call of an agent may go
    public List<Activity> nodes(AgentLimits limits) {
        return List.of(new AgentNode(host.within(limits), runs), new ModelSupervisor(host));
    }

    /// The node with which a test suite sees whether tools are reached.
    ///
    /// @param receivers the way to the suite's own address
    public Activity probe(Egress receivers) {
        return new ScopedToolNode(host.tools(), receivers);
    }

    /// Told when all node types are known, those of the user's jars too: they may be tools.
    public NodeTypes knowing(NodeTypes all) {
        types = all;
        return all;
    }

    /// Tells the agents of a host where its workflows are: they may be tools.
    public static void finding(NodeTypes types, DefinitionSource workflows) {
        if (types.find(AgentDefinitions.TYPE).orElse(null) instanceof AgentNode agents) {
            agents.finding(workflows);
        }
    }

    /// Made when it is needed for the first time.
    private static final class Once<T> implements Supplier<T> {
        private final Supplier<T> making;
        private @Nullable T made;

        Once(Supplier<T> making) {
            this.making = making;
        }

        @Override
        public synchronized T get() {
            T known = made;
            if (known == null) {
                known = making.get();
                made = known;
            }
            return known;
        }
    }
}
