package dev.waybill.app.host;

import dev.waybill.agents.live.AgentDefinitions;
import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.base.json.JsonObject;
import dev.waybill.doors.rest.api.AgentDesk;
import dev.waybill.journal.event.InvocationFact.Source;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.List;
import java.util.Optional;

/// The agents of the packs, for callers over HTTP.
///
/// @param thinks whether a model besides the mock is configured
record AgentInventory(AgentRegistry agents, boolean thinks) implements AgentDesk {

    @Override
    public List<JsonObject> entries() {
        return agents.agents().stream().map(AgentRegistry.Installed::entry).toList();
    }

    @Override
    public Optional<JsonObject> contract(String agentId) {
        return agents.find(agentId)
                .map(found -> JsonObject.EMPTY
                        .withIfPresent("task", found.manifest().task())
                        .withIfPresent("result", found.manifest().result()));
    }

    @Override
    public Optional<WorkflowDefinition> graph(String agentId, String source) {
        return AgentDefinitions.of(agents, agentId, Source.ofWire(source));
    }

    @Override
    public Optional<WorkflowDefinition> behind(String agentId, WorkflowDefinition workflow) {
        return agents.find(agentId).map(agent -> AgentDefinitions.behind(agent, workflow));
    }
}
