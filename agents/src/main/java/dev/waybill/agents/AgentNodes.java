package dev.waybill.agents;

import dev.waybill.agents.ai.ModelNodes;
import dev.waybill.agents.model.config.Models;
import dev.waybill.engine.node.Activity;
import java.util.ArrayList;
import java.util.List;

/// The node types with which a workflow reaches the world.
public final class AgentNodes {

    private AgentNodes() {}

    public static List<Activity> of(Outside outside) {
        Models models = Models.of(outside);
        return new ArrayList<>(ModelNodes.of(models));
    }
}
