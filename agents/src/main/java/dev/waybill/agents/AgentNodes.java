package dev.waybill.agents;

import dev.waybill.agents.a2a.A2aNodes;
import dev.waybill.agents.ai.ModelNodes;
import dev.waybill.agents.model.config.Models;
import dev.waybill.engine.node.Activity;
import java.util.ArrayList;
import java.util.List;

/// The node types with which a workflow reaches the world.
public final class AgentNodes {

    private AgentNodes() {}

    public static List<Activity> of(Outside outside) {
        List<Activity> all = new ArrayList<>(ModelNodes.of(Models.of(outside)));
        all.addAll(A2aNodes.of(outside));
        return all;
    }
}
