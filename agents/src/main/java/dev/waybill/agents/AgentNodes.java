package dev.waybill.agents;

import dev.waybill.engine.node.Activity;
import java.util.ArrayList;
import java.util.List;

/// The node types with which a workflow reaches the world.
public final class AgentNodes {

    private AgentNodes() {}

    public static List<Activity> of(Outside outside) {
        return new ArrayList<>();
    }
}
