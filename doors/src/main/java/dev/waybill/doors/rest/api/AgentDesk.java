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

        @Override
        public Optional<WorkflowDefinition> behind(String agentId, WorkflowDefinition workflow) {
            return Optional.empty();
        }
    };

    /// The agent that a workflow says it is written for, in its metadata; empty for most.
    static Optional<String> needed(WorkflowDefinition workflow) {
        return workflow.metadata().string("requiresAgentId");
    }

    /// In the order of their ids: never a prompt, a schema or a secret.
    List<JsonObject> entries();

    /// Whether the supervisors of this host can ask a model that really thinks, and not only the mock.
    default boolean thinks() {
        return false;
    }

    /// What an agent takes and gives, for who hands work to it: `task` and `result`, each a schema or left out. Never
    /// its prompt.
    default Optional<JsonObject> contract(String agentId) {
        return Optional.empty();
    }

    /// The graph that a run of an agent is; empty when there is no such agent.
    ///
    /// @param source `run-api` or `chat-mention`
    Optional<WorkflowDefinition> graph(String agentId, String source);

    /// A workflow with the agent at its beginning that it is written for: what a run is given is the agent's task, and
    /// nothing else begins before the agent has given its result. Empty when there is no such agent.
    Optional<WorkflowDefinition> behind(String agentId, WorkflowDefinition workflow);
}
