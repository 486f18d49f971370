package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonObject;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.List;
import java.util.Optional;

/// The agents that a host has, as far as callers may know.
public interface AgentDesk {

    /// A host without agents.
    AgentDesk NONE = new AgentDesk() {
        @Override
        public List<JsonObject> entries() {
            return List.of();
        }

        @Override
        public Optional<WorkflowDefinition> graph(String agentId, String source) {
            return Optional.empty();
        }
    };

    /// In the order of their ids: never a prompt, a schema or a secret.
    List<JsonObject> entries();

    /// The graph that a run of an agent is; empty when there is no such agent.
    ///
    /// @param source `run-api` or `chat-mention`
    Optional<WorkflowDefinition> graph(String agentId, String source);
}
