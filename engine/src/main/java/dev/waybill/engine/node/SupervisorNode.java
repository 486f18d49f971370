package dev.waybill.engine.node;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.AgentRef;
import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.WorkflowNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// `core.orchestrator.supervisor`: decides, once a turn, what comes next. The dispatch behind it acts on the decision.
///
/// It decides by a fixed plan, by rules, or asks a [Supervisor] that its configuration names.
public record SupervisorNode() implements NodeType {

    /// Who decides where the configuration holds a prompt for a model.
    public static final String MODEL = "core.orchestrator.model";

    /// How sure an agent has to be where nobody says otherwise.
    public static final JsonNumber THRESHOLD = new JsonNumber("0.7");

    /// How many of the latest turns a supervisor is told; an author may ask for fewer.
    public static final int WINDOW = 100;

    /// How many tokens of its past a supervisor that asks a model is told at most, whatever an author asks for.
    public static final long MOST_TRANSCRIPT_TOKENS = 100_000;

    /// Four characters are counted as one token: no provider counts so, and all are near it.
    public static final String TOKEN_COUNTER = "waybill-chars-4";

    /// How many of the latest turns are never summed up.
    public static final int KEPT_TURNS = 1;

    private static final List<String> PLANS = List.of("mockDispatchPlan", "mockDecisions");
    private static final String PENDING = "mockPendingDecision";

    @Override
    public String typeId() {
        return WorkflowNode.SUPERVISOR;
    }

    @Override
    public NodeManifest manifest() {
        return NodeManifest.of(
                """
                {
                  "description": "Decides once a turn what comes next: workers, a question, the end. core.dispatch acts on it.",
                  "config": {
                    "properties": {
                      "rules": {
                        "type": "array", "minItems": 1,
                        "description": "A list of {when, then}: the first whose condition holds decides.",
                        "items": {
                          "type": "object", "required": ["then"],
                          "properties": {"when": {"type": "string", "minLength": 1}, "then": DECISION},
                          "additionalProperties": false
                        }
                      },
                      "mockDispatchPlan": {
                        "type": "array", "items": DECISION,
                        "description": "The decisions, turn by turn; then the loop ends."
                      },
                      "mockDecisions": {
                        "type": "array", "items": DECISION,
                        "description": "Another name for mockDispatchPlan."
                      },
                      "mockPendingDecision": DECISION,
                      "mockConfidence": {
                        "type": "number", "minimum": 0, "maximum": 1,
                        "description": "How sure the agent is of its first decision; below its threshold a person ratifies it first."
                      },
                      "supervisor": {
                        "type": "string", "minLength": 3,
                        "description": "The name of a supervisor in Java that comes with --node-types."
                      },
                      "settings": {"type": "object", "description": "Settings for the supervisor in Java."},
                      "prompt": {"type": "string", "minLength": 1, "description": "What a model is asked in every turn."},
                      "model": {"type": "string", "minLength": 1, "description": "Which model is asked."},
                      "transcriptWindow": {
                        "type": "integer", "minimum": 1,
                        "description": "How many of the latest turns it sees; 100 unless it asks for fewer."
                      },
                      "agentId": {
                        "type": "string", "minLength": 3, "maxLength": 256,
                        "description": "Who decides, where the node has no agent."
                      },
                      "verifier": VERIFIER
                    },
                    "additionalProperties": false
                  },
                  "inputs": {"description": "Any ports; a supervisor in Java sees their values."},
                  "outputs": {
                    "required": ["decision"],
                    "properties": {"decision": {"type": "object"}},
                    "additionalProperties": false
                  },
                  "example": {
                    "id": "write-a-report", "name": "Write a report", "version": "1.0.0",
                    "variables": [{"name": "draft", "type": "string", "defaultValue": ""}],
                    "nodes": [
                      {
                        "id": "editor",
                        "typeId": "core.orchestrator.supervisor",
                        "config": {
                          "rules": [
                            {
                              "when": "lastTurn != null && lastTurn.failed > 0",
                              "then": {"kind": "terminate", "reason": "the writer failed"}
                            },
                            {
                              "when": "variables.draft == ''",
                              "then": {"kind": "next-worker", "nextWorkerIds": ["write-a-draft"]}
                            },
                            {"then": {"kind": "terminate", "reason": "there is a draft"}}
                          ]
                        }
                      },
                      {
                        "id": "desk",
                        "typeId": "core.dispatch",
                        "config": {"outputMapping": {"draft": "text"}}
                      }
                    ],
                    "edges": [
                      {"id": "e1", "sourceNodeId": "editor", "targetNodeId": "desk"},
                      {"id": "e2", "sourceNodeId": "desk", "targetNodeId": "editor"}
                    ]
                  }
                }""".replace("DECISION", OrchestratorDecision.SCHEMA).replace("VERIFIER", VerifierTerms.DECISIONS));
    }

    /// Whom a planner outside will name, nobody knows beforehand: they may remember.
    @Override
    public boolean usesMemory(WorkflowNode node) {
        return planner(node).isPresent();
    }

    @Override
    public boolean usesWorkspace(WorkflowNode node) {
        return usesMemory(node);
    }

    @Override
    public List<String> check(WorkflowNode node) {
        List<String> wrong = new ArrayList<>(Rules.problems(node.config()));
        wrong.addAll(VerifierTerms.problems(node));
        Set<String> ways = new LinkedHashSet<>();
        for (String way : List.of("rules", "supervisor", "prompt", "mockDispatchPlan", "mockDecisions")) {
            if (node.config().has(way)) {
                ways.add(way);
            }
        }
        if (ways.size() > 1) {
            wrong.add("expected one way to decide, found " + String.join(" and ", ways));
        }
        return wrong;
    }

    /// The name of the [Supervisor] that decides outside; empty when the configuration itself says what is decided.
    public static Optional<String> planner(WorkflowNode node) {
        return node.config()
                .string("supervisor")
                .or(() -> node.config().has("prompt") ? Optional.of(MODEL) : Optional.empty());
    }

    /// How many of the latest turns a node is told.
    public static int window(WorkflowNode node) {
        return node.config().get("transcriptWindow") instanceof JsonNumber asked
                ? Math.clamp(asked.asInteger().orElse(WINDOW), 1, WINDOW)
                : WINDOW;
    }

    /// What the configuration says about the next turn.
    ///
    /// @param turn how many there were, which may be more than the transcript still tells
    /// @param scope what rules can see; asked only where there are some
    /// @throws dev.waybill.workflow.expression.ExpressionException when a condition has no answer
    /// @throws IllegalArgumentException when it is no decision
    public Proposal propose(NodeCall call, int turn, Supplier<JsonObject> scope) {
        JsonObject config = call.config();
        if (config.has("rules")) {
            return Proposal.of(Rules.decide(config, scope.get()));
        }
        if (turn == 0 && (config.has("mockConfidence") || config.has(PENDING))) {
            OrchestratorDecision pending =
                    config.has(PENDING) ? OrchestratorDecision.of(config.get(PENDING)) : planned(config, turn);
            return new Proposal(pending, config.get("mockConfidence") instanceof JsonNumber number ? number : null);
        }
        return Proposal.of(planned(config, config.has(PENDING) ? turn - 1 : turn));
    }

    private static OrchestratorDecision planned(JsonObject config, int turn) {
        JsonArray plan = plan(config);
        return turn < plan.size()
                ? OrchestratorDecision.of(plan.get(turn))
                : OrchestratorDecision.terminate("mockPlan-exhausted");
    }

    /// Without any word about how to decide, as OpenWOP's own suite leaves it: one worker, then the end.
    private static JsonArray plan(JsonObject config) {
        for (String name : PLANS) {
            if (config.has(name)) {
                return config.array(name).orElse(JsonArray.EMPTY);
            }
        }
        return config.has(PENDING)
                ? JsonArray.EMPTY
                : JsonArray.of(
                        OrchestratorDecision.nextWorker("conformance-noop").json(),
                        OrchestratorDecision.terminate("goal-reached").json());
    }

    /// The workflows that may work for a supervisor, as far as its configuration names them. Not all of them have to be
    /// there: whom a supervisor names in vain, it learns. What is no decision names nobody.
    public static List<String> workers(WorkflowNode node) {
        if (!node.typeId().equals(WorkflowNode.SUPERVISOR)) {
            return List.of();
        }
        Set<String> workers = new LinkedHashSet<>();
        JsonObject config = node.config();
        for (JsonValue rule : config.array("rules").orElse(JsonArray.EMPTY)) {
            rule.asObject().flatMap(it -> it.object("then")).ifPresent(then -> collect(then, workers));
        }
        config.object(PENDING).ifPresent(pending -> collect(pending, workers));
        if (planner(node).isEmpty() && !config.has("rules")) {
            plan(config).items().forEach(item -> item.asObject().ifPresent(decision -> collect(decision, workers)));
        }
        return List.copyOf(workers);
    }

    private static void collect(JsonObject decision, Set<String> workers) {
        workers.addAll(new OrchestratorDecision(decision).workers());
    }

    /// Who decides: the same in every turn.
    public static AgentRef agent(WorkflowNode node) {
        AgentRef pinned = node.agent();
        return pinned != null
                ? pinned
                : new AgentRef(
                        node.config().string("agentId").orElse("host:supervisor:" + node.id()),
                        null,
                        null,
                        null,
                        null,
                        null,
                        null);
    }

    /// Who decides in runs of a definition; empty when nobody does.
    public static Optional<AgentRef> orchestrator(WorkflowDefinition definition) {
        return definition.nodes().stream()
                .filter(node -> node.typeId().equals(WorkflowNode.SUPERVISOR) && !node.disabled())
                .findFirst()
                .map(SupervisorNode::agent);
    }
}
