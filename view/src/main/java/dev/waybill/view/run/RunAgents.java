package dev.waybill.view.run;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.SupervisorNode;
import dev.waybill.engine.state.RunState;
import dev.waybill.workflow.AgentRef;
import dev.waybill.workflow.WorkflowNode;
import java.util.List;
import java.util.Optional;

/// The agents of a run: who plans, which never changes, and who is at work.
record RunAgents(RunState state) {

    void into(JsonObject.Builder json) {
        worker().map(RunAgents::json).ifPresent(agent -> json.put("agent", agent));
        planner().ifPresent(agent -> json.put("runOrchestrator", agent));
    }

    /// Who decides in this run, by the name that its decisions carry.
    private Optional<JsonObject> planner() {
        return SupervisorNode.orchestrator(state.workflow().definition()).map(RunAgents::json);
    }

    /// Whoever is busy, else whoever was the last to be.
    private Optional<AgentRef> worker() {
        List<WorkflowNode> nodes = pinned();
        return nodes.stream()
                .filter(node -> !state.node(node.id()).isIdle())
                .findFirst()
                .or(() -> nodes.reversed().stream()
                        .filter(node -> state.node(node.id()).last() != null)
                        .findFirst())
                .or(() -> nodes.stream().findFirst())
                .map(WorkflowNode::agent);
    }

    private List<WorkflowNode> pinned() {
        return state.workflow().definition().nodes().stream()
                .filter(node -> !node.typeId().equals(WorkflowNode.SUPERVISOR) && node.agent() != null)
                .toList();
    }

    private static JsonObject json(AgentRef agent) {
        return JsonObject.of("agentId", agent.agentId())
                .withIfPresent("name", agent.name())
                .withIfPresent("modelClass", agent.modelClass())
                .withIfPresent("memoryRef", agent.memoryRef())
                .withIfPresent("version", agent.version())
                .withIfPresent("channel", agent.channel())
                .withIfPresent("sourceManifestId", agent.sourceManifestId());
    }
}
