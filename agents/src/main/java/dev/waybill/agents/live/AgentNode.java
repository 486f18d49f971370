package dev.waybill.agents.live;

import dev.waybill.agents.memory.MemorySearch;
import dev.waybill.agents.model.config.NoSuchModel;
import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.agents.tool.RunTools;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.ActivityKind;
import dev.waybill.engine.node.NodeManifest;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.VerifierTerms;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.workflow.AgentRef;
import dev.waybill.workflow.Suggestion;
import dev.waybill.workflow.WorkflowNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `core.agents.run`: an agent of a pack does the work of the node, whose `agent` says which one.
public final class AgentNode implements Activity {

    private final AgentHost host;
    private final @Nullable RunTools runs;

    public AgentNode(AgentHost host) {
        this(host, null);
    }

    /// @param runs workflows and agents as tools; null where there are none
    AgentNode(AgentHost host, @Nullable RunTools runs) {
        this.host = host;
        this.runs = runs;
    }

    void finding(DefinitionSource workflows) {
        if (runs != null) {
            runs.in(workflows);
        }
    }

    @Override
    public String typeId() {
        return AgentDefinitions.TYPE;
    }

    @Override
    public ActivityKind kind() {
        return ActivityKind.MODEL;
    }

    @Override
    public NodeManifest manifest() {
        return NodeManifest.of("""
                {
                  "description": "Has an agent of a pack do the work: its prompt, its tools, its memory, its checks.",
                  "config": {
                    "properties": {
                      "maxSteps": {
                        "type": "integer", "minimum": 1, "default": 50,
                        "description": "How often its model may be asked, as a whole number; the host allows 1,000 unless its operator says otherwise."
                      },
                      "maxToolCalls": {
                        "type": "integer", "minimum": 1, "default": 200,
                        "description": "How many calls of tools it may make, as a whole number; the host allows 5,000 unless its operator says otherwise."
                      },
                      "maxAnswerCharacters": {
                        "type": "integer", "minimum": 1, "default": 1000000,
                        "description": "How long one answer of its model may be, as a whole number; the host allows 4,000,000 unless its operator says otherwise."
                      },
                      "systemPrompt": {"type": "string", "minLength": 1, "description": "In place of the agent's own prompt."},
                      "systemPromptRef": {"type": "string", "pattern": "^prompt:.+", "description": "A prompt of a pack in place of the agent's own."},
                      "task": {"type": "array", "items": {"type": "string"}, "description": "Without ports: which of the run's variables are the task; all, unless you name some."},
                      "resultTo": {"type": "string", "minLength": 1, "description": "The variable that gets the result."},
                      "source": {
                        "enum": ["workflow-node", "run-api", "chat-mention"],
                        "description": "Who called it; the host sets it where an agent is run without a workflow."
                      },
                      "verifier": VERIFIER
                    },
                    "additionalProperties": false
                  },
                  "inputs": {"description": "The task. A node without ports gets the run's variables."},
                  "outputs": {
                    "required": ["result"],
                    "properties": {
                      "result": {},
                      "confidence": {"type": "number"},
                      "finishReason": {"type": "string"},
                      "usage": {"type": "object"}
                    },
                    "additionalProperties": false
                  }
                }""".replace("VERIFIER", VerifierTerms.DECISIONS));
    }

    @Override
    public List<String> check(WorkflowNode node) {
        AgentRef agent = node.agent();
        if (agent == null) {
            return List.of("expected an agent, found none: name one in \"agent\": {\"agentId\": \"…\"}");
        }
        if (agent.channel() != null) {
            return List.of("expected an agent with a version or without; this host has no deployment channels");
        }
        List<String> absent = absent(agent);
        List<String> problems = new ArrayList<>(absent);
        if (absent.isEmpty()) {
            problems.addAll(VerifierTerms.problems(node));
            problems.addAll(host.limits().problems(node.config()));
        }
        return problems;
    }

    private List<String> absent(AgentRef agent) {
        Optional<AgentRegistry.Installed> found = installed(agent);
        if (found.isEmpty()) {
            return List.of("no agent is called %s here; %s"
                    .formatted(
                            agent.agentId(),
                            Suggestion.hint(
                                    agent.agentId(),
                                    host.agents().get().agents().stream()
                                            .map(each -> each.manifest().agentId())
                                            .toList(),
                                    "add its pack with `waybill pack add`, or name the pack's folder in agents.packs of"
                                            + " the file that --config names")));
        }
        String version = found.get().pack().version();
        return agent.version() == null || agent.version().equals(version)
                ? List.of()
                : List.of("expected version %s of %s, found %s".formatted(agent.version(), agent.agentId(), version));
    }

    /// The agent, in the version that the node names, and the model that it thinks with.
    @Override
    public List<String> lacking(WorkflowNode node, JsonObject configurable) {
        AgentRef agent = node.agent();
        if (agent == null) {
            return List.of();
        }
        List<String> absent = absent(agent);
        if (!absent.isEmpty()) {
            return absent;
        }
        try {
            String modelClass = installed(agent).orElseThrow().manifest().modelClass();
            host.models().forClass(modelClass, configurable);
            return List.of();
        } catch (NoSuchModel e) {
            return List.of(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public boolean usesMemory(WorkflowNode node) {
        return installed(node)
                .filter(agent -> agent.manifest().memory().binds()
                        || agent.manifest().toolAllowlist().contains("openwop:" + MemorySearch.TYPE))
                .isPresent();
    }

    @Override
    public NodeResult execute(ActivityCall call) throws Exception {
        AgentRegistry.Installed agent = installed(call.node().node()).orElse(null);
        return agent == null
                ? NodeResult.failed("agent_not_found", "the agent of this node is not on this host")
                : new Invocation(host, agent, call).perform();
    }

    private Optional<AgentRegistry.Installed> installed(WorkflowNode node) {
        AgentRef agent = node.agent();
        return agent == null ? Optional.empty() : installed(agent);
    }

    private Optional<AgentRegistry.Installed> installed(AgentRef agent) {
        return host.agents().get().find(agent.agentId());
    }
}
