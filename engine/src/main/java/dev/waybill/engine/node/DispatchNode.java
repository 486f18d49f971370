package dev.waybill.engine.node;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.HandOverPlan.Term;
import dev.waybill.workflow.WorkflowNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// `core.dispatch`: acts on what the supervisor has decided. Workers run as child runs; people are asked; or the loop
/// is left, by the port [#EXIT].
public record DispatchNode() implements NodeType {

    /// The port by which a loop is left.
    public static final String EXIT = "exit";

    /// Below this no decision stands by itself, whatever anybody configures.
    public static final JsonNumber FLOOR = new JsonNumber("0.5");

    /// Terms that would change when a dispatch is over; ignored, they would promise something else than what happens.
    private static final List<String> JOINS = List.of("joinPolicy", "maxConcurrency", "mode", "quorum");

    public static final String SEQUENTIAL = "sequential";
    public static final String PARALLEL = "parallel";
    public static final String REJECT = "reject";

    @Override
    public String typeId() {
        return WorkflowNode.DISPATCH;
    }

    @Override
    public NodeManifest manifest() {
        return NodeManifest.of(
                """
                {
                  "description": "Acts on the decision of a supervisor: runs workers as child runs, asks people, or leaves the loop.",
                  "config": {
                    "properties": {
                      "fanOutPolicy": {
                        "enum": ["sequential", "parallel", "reject"], "default": "sequential",
                        "description": "Several workers: one after the other, all at once, or not at all."
                      },
                      "inputMapping": {
                        "type": "object", "additionalProperties": {"type": "string"},
                        "description": "The worker's variables, each with the name of ours that fills it."
                      },
                      "outputMapping": {
                        "type": "object", "additionalProperties": {"type": "string"},
                        "description": "Our variables, each with the name of the worker's variable or output that fills it."
                      },
                      "perWorkerInputMappings": {
                        "type": "object",
                        "additionalProperties": {"type": "object", "additionalProperties": {"type": "string"}},
                        "description": "By worker, what holds for it instead of inputMapping."
                      },
                      "perWorkerOutputMappings": {
                        "type": "object",
                        "additionalProperties": {"type": "object", "additionalProperties": {"type": "string"}},
                        "description": "By worker, what holds for it instead of outputMapping."
                      },
                      "iterationCap": {
                        "type": "integer", "minimum": 1,
                        "description": "How often workers may be dispatched in one run, as a whole number."
                      },
                      "confidenceFloor": {
                        "type": "number", "minimum": 0.5, "maximum": 1, "default": 0.5,
                        "description": "A number from 0.5 to 1: decisions whose confidence is below it wait for a person."
                      },
                      "timeoutMs": {
                        "type": "integer", "minimum": 1,
                        "description": "Milliseconds that people have to answer, as a number; silence is a rejection."
                      },
                      "memoryScopeIsolation": {
                        "enum": ["inherit", "isolated"], "default": "inherit",
                        "description": "isolated gives every worker a memory of its own."
                      },
                      "workerDispatchModel": {"enum": ["child-run"], "default": "child-run"},
                      "askUserRouting": {
                        "enum": ["auto", "clarification"], "default": "auto",
                        "description": "People are asked by a clarification; this host has no conversations."
                      },
                      "verifier": VERIFIER,
                      "outputAttestation": ATTESTATION
                    },
                    "additionalProperties": false
                  },
                  "inputs": {"description": "Any ports; each is an input of every worker."},
                  "outputs": {
                    "properties": {
                      "childRunId": {"type": "string"},
                      "childStatus": {"type": "string"},
                      "children": {"type": "array"},
                      "blocked": {"type": "array"},
                      "answers": {"type": "object"},
                      "action": {"type": "string"},
                      "decision": {"type": "object"},
                      "rejected": {"type": "boolean"},
                      "goalMet": {"type": "boolean"},
                      "reason": {"type": "string"},
                      "feedback": {},
                      "decidedBy": {"type": "string"},
                      "votes": {"type": "object"}
                    }
                  },
                  "ports": ["exit"],
                  "example": {
                    "id": "ask-then-go", "name": "Ask, then go", "version": "1.0.0",
                    "nodes": [
                      {
                        "id": "plan",
                        "typeId": "core.orchestrator.supervisor",
                        "config": {
                          "rules": [
                            {
                              "when": "lastTurn == null",
                              "then": {"kind": "clarify", "questions": [{"id": "day", "question": "On which day?"}]}
                            },
                            {"then": {"kind": "terminate", "reason": "the day is known"}}
                          ]
                        }
                      },
                      {"id": "act", "typeId": "core.dispatch", "config": {"timeoutMs": 86400000}},
                      {"id": "book", "typeId": "core.noop"}
                    ],
                    "edges": [
                      {"id": "e1", "sourceNodeId": "plan", "targetNodeId": "act"},
                      {"id": "e2", "sourceNodeId": "act", "targetNodeId": "plan"},
                      {"id": "e3", "sourceNodeId": "act", "targetNodeId": "book"}
                    ]
                  }
                }""".replace("VERIFIER", VerifierTerms.SCHEMA).replace("ATTESTATION", AttestationTerms.SCHEMA));
    }

    @Override
    public List<String> check(WorkflowNode node) {
        List<String> problems = new ArrayList<>(VerifierTerms.problems(node));
        JOINS.stream()
                .filter(node.config()::has)
                .forEach(term -> problems.add(
                        "config.%s is a term of OpenWOP's parallel fan-out (RFC 0118), which this host does not have: leave it out; every worker is waited for"
                                .formatted(term)));
        return problems;
    }

    /// What the workers of a decision are to do.
    public List<HandOverPlan> plans(NodeCall call, OrchestratorDecision decision) {
        JsonObject config = call.config();
        boolean sequential = !policy(call.node()).equals(PARALLEL);
        List<HandOverPlan> plans = new ArrayList<>();
        for (String worker : decision.workers()) {
            plans.add(HandOverPlan.of(worker, decision.inputs(plans.size()), Term.CHAINED, Term.WAITS, Term.CANCELS)
                    .mapping(
                            mapping(config, "perWorkerInputMappings", worker, "inputMapping"),
                            mapping(config, "perWorkerOutputMappings", worker, "outputMapping"))
                    .on(Term.ISOLATED, HandOverPlan.isolates(config))
                    .on(Term.SEQUENTIAL, sequential)
                    .reviewed(VerifierTerms.of(call.node()), AttestationTerms.of(call.node())));
        }
        return plans;
    }

    /// A mapping of its own wins as a whole, an empty one too.
    private static Map<String, String> mapping(JsonObject config, String own, String worker, String shared) {
        return config.object(own)
                .filter(by -> by.object(worker).isPresent())
                .map(by -> HandOverPlan.mapping(by, worker))
                .orElseGet(() -> HandOverPlan.mapping(config, shared));
    }

    /// What is done with several workers.
    public static String policy(WorkflowNode node) {
        return node.config().string("fanOutPolicy").orElse(SEQUENTIAL);
    }

    /// How often workers may be dispatched; empty means as often as the run's other bounds allow.
    public static OptionalLong cap(WorkflowNode node) {
        return node.config().get("iterationCap") instanceof JsonNumber number
                ? number.asInteger()
                : OptionalLong.empty();
    }

    /// The stricter one of the author's floor and the host's.
    public static JsonNumber floor(WorkflowNode node, JsonNumber host) {
        return node.config().get("confidenceFloor") instanceof JsonNumber own && OrchestratorDecision.isBelow(host, own)
                ? own
                : host;
    }

    public static @Nullable Long timeoutMs(WorkflowNode node) {
        return ApprovalGate.timeoutMs(node.config());
    }
}
