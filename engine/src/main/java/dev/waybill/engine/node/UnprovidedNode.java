package dev.waybill.engine.node;

import dev.waybill.journal.event.RunError;

/// `conformance.requiresMissing`: a node that needs what no host has. Suites look how its run ends.
record UnprovidedNode() implements PureNode {

    private static final String NEEDED = "conformance.never-provided";

    @Override
    public String typeId() {
        return "conformance.requiresMissing";
    }

    @Override
    public NodeManifest manifest() {
        return NodeManifest.of("""
                {
                  "description": "Needs something that no host has, and fails for want of it. For test suites.",
                  "outputs": {"additionalProperties": false},
                  "example": {
                    "id": "needs-what-nobody-has", "name": "Needs what nobody has", "version": "1.0.0",
                    "variables": [{"name": "tested", "type": "boolean", "defaultValue": false}],
                    "nodes": [
                      {"id": "look", "typeId": "core.noop"},
                      {"id": "n", "typeId": "conformance.requiresMissing"}
                    ],
                    "edges": [
                      {
                        "id": "when-tested", "sourceNodeId": "look", "targetNodeId": "n",
                        "condition": {"type": "expression", "expression": "variables.tested == true"}
                      }
                    ]
                  }
                }""");
    }

    @Override
    public NodeResult run(NodeCall call) {
        return new NodeResult.Failed(RunError.of(
                        "capability_not_provided",
                        "node %s needs %s, which this host does not have"
                                .formatted(call.node().id(), NEEDED))
                .with("requiredCapability", NEEDED));
    }
}
