package dev.waybill.engine.node;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.HandOverPlan.Term;
import dev.waybill.workflow.WorkflowNode;
import java.util.List;

/// `core.subWorkflow`: hands work over to a run of another definition.
public record SubWorkflowNode() implements HandOverNode {

    @Override
    public String typeId() {
        return "core.subWorkflow";
    }

    @Override
    public NodeManifest manifest() {
        return NodeManifest.of(
                """
                {
                  "description": "Runs another workflow as a child run, and gives how it ended.",
                  "config": {
                    "required": ["workflowId"],
                    "properties": {
                      "workflowId": {
                        "type": "string", "minLength": 1,
                        "description": "The id of the workflow to run; its file is beside this one or in a known folder."
                      },
                      "inputMapping": {
                        "type": "object", "additionalProperties": {"type": "string"},
                        "description": "The child's variables, each with the name of ours that fills it."
                      },
                      "outputMapping": {
                        "type": "object", "additionalProperties": {"type": "string"},
                        "description": "Our variables, each with the name of the child's variable or output that fills it."
                      },
                      "waitForCompletion": {
                        "type": "boolean", "default": true,
                        "description": "false ends the node as soon as the child has begun."
                      },
                      "onChildFailure": {
                        "enum": ["fail", "fail-parent", "absorb", "continue"], "default": "fail",
                        "description": "absorb (or continue) lets the node complete although its child failed."
                      },
                      "propagateCancellation": {
                        "type": "boolean", "default": true,
                        "description": "false leaves the child alone when this run is cancelled."
                      },
                      "memoryScopeIsolation": {
                        "enum": ["inherit", "isolated"], "default": "inherit",
                        "description": "isolated gives the child a memory of its own."
                      },
                      "timeoutMs": {
                        "type": "integer", "minimum": 1,
                        "description": "Milliseconds that people have to answer, as a number; silence is a rejection."
                      },
                      "verifier": VERIFIER,
                      "outputAttestation": ATTESTATION
                    },
                    "additionalProperties": false
                  },
                  "inputs": {"description": "Any ports; each is an input of the child."},
                  "outputs": {
                    "required": ["childRunId", "childStatus"],
                    "properties": {
                      "childRunId": {"type": "string"},
                      "childStatus": {"type": "string"},
                      "children": {"type": "array"},
                      "blocked": {"type": "array"}
                    },
                    "additionalProperties": false
                  },
                  "example": {
                    "id": "count-down", "name": "Count down", "version": "1.0.0",
                    "variables": [{"name": "left", "type": "number", "defaultValue": 2}],
                    "nodes": [
                      {"id": "look", "typeId": "core.noop"},
                      {
                        "id": "again",
                        "typeId": "core.subWorkflow",
                        "config": {"workflowId": "count-down"},
                        "inputs": {"left": {"type": "expression", "expression": "variables.left - 1"}}
                      }
                    ],
                    "edges": [
                      {
                        "id": "more", "sourceNodeId": "look", "targetNodeId": "again",
                        "condition": {"type": "expression", "expression": "variables.left > 0"}
                      }
                    ]
                  }
                }""".replace("VERIFIER", VerifierTerms.SCHEMA).replace("ATTESTATION", AttestationTerms.SCHEMA));
    }

    @Override
    public List<String> check(WorkflowNode node) {
        return VerifierTerms.problems(node);
    }

    @Override
    public List<String> workers(WorkflowNode node) {
        return node.config().string("workflowId").stream().toList();
    }

    /// The alternative to failing with the child is named `absorb` or `continue`.
    @Override
    public List<HandOverPlan> plan(NodeCall call) {
        JsonObject config = call.node().config();
        String onFailure = config.string("onChildFailure").orElse("fail");
        VerifierTerms verifier = VerifierTerms.of(call.node());
        AttestationTerms attestation = AttestationTerms.of(call.node());
        // What somebody looks at before it is taken over is told phase by phase.
        boolean chained = !verifier.isEmpty() || !attestation.isEmpty();
        return List.of(HandOverPlan.of(workers(call.node()).getFirst(), JsonObject.EMPTY)
                .mapping(HandOverPlan.mapping(config, "inputMapping"), HandOverPlan.mapping(config, "outputMapping"))
                .on(Term.ISOLATED, HandOverPlan.isolates(config))
                .on(Term.CHAINED, chained)
                .on(Term.WAITS, config.get("waitForCompletion") != JsonBool.FALSE)
                .on(Term.FAILURE_FAILS, !onFailure.equals("absorb") && !onFailure.equals("continue"))
                .on(Term.CANCELS, config.get("propagateCancellation") != JsonBool.FALSE)
                .reviewed(verifier, attestation));
    }
}
