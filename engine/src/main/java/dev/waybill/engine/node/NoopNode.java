package dev.waybill.engine.node;

import dev.waybill.base.json.JsonObject;

/// `core.noop`: does nothing, well.
record NoopNode() implements PureNode {

    @Override
    public String typeId() {
        return "core.noop";
    }

    @Override
    public NodeManifest manifest() {
        return NodeManifest.of("""
                {
                  "description": "Does nothing. A place where ways part or meet.",
                  "outputs": {"additionalProperties": false},
                  "example": {
                    "id": "two-ways-meet", "name": "Two ways meet", "version": "1.0.0",
                    "nodes": [
                      {"id": "left", "typeId": "core.noop"},
                      {"id": "right", "typeId": "core.noop"},
                      {"id": "both", "typeId": "core.noop"}
                    ],
                    "edges": [
                      {"id": "e1", "sourceNodeId": "left", "targetNodeId": "both"},
                      {"id": "e2", "sourceNodeId": "right", "targetNodeId": "both"}
                    ]
                  }
                }""");
    }

    @Override
    public NodeResult run(NodeCall call) {
        return NodeResult.done(JsonObject.EMPTY);
    }
}
