package dev.waybill.agents.catalog;

import dev.waybill.agents.Outside;
import dev.waybill.agents.a2a.A2aNodes;
import dev.waybill.agents.ai.ModelNodes;
import dev.waybill.agents.conformance.SafeFetchNode;
import dev.waybill.agents.conformance.SideEffectNode;
import dev.waybill.agents.exec.ExecNode;
import dev.waybill.agents.http.HttpNodes;
import dev.waybill.agents.http.NamedSecrets;
import dev.waybill.agents.mcp.McpNodes;
import dev.waybill.agents.mcp.McpServers;
import dev.waybill.agents.memory.MemoryDistill;
import dev.waybill.agents.memory.MemorySearch;
import dev.waybill.agents.model.config.Models;
import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.agents.prompt.PromptLibrary;
import dev.waybill.engine.node.Activity;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// The node types with which a workflow reaches the world.
public final class AgentNodes {

    private AgentNodes() {}

    /// @param servers MCP servers, the same that agents have their tools from
    /// @param packs whose prompts nodes may ask with
    public static List<Activity> of(Outside outside, McpServers servers, Supplier<AgentRegistry> packs) {
        List<Activity> all = new ArrayList<>();
        Models models = Models.of(outside);
        PromptLibrary prompts = new PromptLibrary(packs);
        all.addAll(ModelNodes.of(models, prompts));
        all.add(ModelNodes.demonstration(models, prompts));
        all.add(new MemorySearch(models));
        all.add(new MemoryDistill(models));
        all.addAll(A2aNodes.of(outside));
        all.addAll(McpNodes.of(servers));
        all.addAll(HttpNodes.of(outside.egress(), new NamedSecrets(outside.secrets(), outside.secret())));
        all.add(new ExecNode(outside.programs(), outside.secret()));
        all.add(new SideEffectNode());
        all.add(new SafeFetchNode(outside.egress()));
        return all;
    }
}
