package dev.waybill.agents.model.again;

import dev.waybill.engine.node.Spent;
import dev.waybill.journal.event.AgentFact;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What asking again has cost so far, by agent.
final class SpentAgain {

    private final Map<String, Spent> byAgent = new HashMap<>();

    Spent of(@Nullable String agentId) {
        return agentId == null
                ? byAgent.values().stream().reduce(Spent.NOTHING, Spent::plus)
                : byAgent.getOrDefault(agentId, Spent.NOTHING);
    }

    void add(@Nullable String agentId, AgentFact fact) {
        byAgent.merge(agentId == null ? "" : agentId, Spent.NOTHING.and(fact), Spent::plus);
    }
}
