package dev.waybill.engine.node;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.event.RunError;

/// `core.fail`: fails as its configuration says.
record FailNode() implements PureNode {

    @Override
    public String typeId() {
        return "core.fail";
    }

    @Override
    public NodeManifest manifest() {
        return NodeManifest.of("""
                {
                  "description": "Fails: the end of a path that must not continue.",
                  "config": {
                    "properties": {
                      "code": {
                        "type": "string", "minLength": 1, "default": "node_failed",
                        "description": "The error's code, for programs."
                      },
                      "message": {"type": "string", "description": "What went wrong, for people."},
                      "retryable": {
                        "type": "boolean", "default": false,
                        "description": "true tries again as often as the node's settings allow."
                      }
                    },
                    "additionalProperties": false
                  },
                  "outputs": {"additionalProperties": false},
                  "example": {
                    "id": "stock-is-short", "name": "Stock is short", "version": "1.0.0",
                    "variables": [
                      {"name": "inStock", "type": "number", "defaultValue": 3},
                      {"name": "ordered", "type": "number", "defaultValue": 2}
                    ],
                    "nodes": [
                      {"id": "look", "typeId": "core.noop"},
                      {
                        "id": "short",
                        "typeId": "core.fail",
                        "config": {"code": "out_of_stock", "message": "more was ordered than is in stock"}
                      },
                      {"id": "ship", "typeId": "core.noop"}
                    ],
                    "edges": [
                      {
                        "id": "too-many", "sourceNodeId": "look", "targetNodeId": "short",
                        "condition": {"type": "expression", "expression": "variables.ordered > variables.inStock"}
                      },
                      {
                        "id": "enough", "sourceNodeId": "look", "targetNodeId": "ship",
                        "condition": {"type": "expression", "expression": "variables.ordered <= variables.inStock"}
                      }
                    ]
                  }
                }""");
    }

    @Override
    public NodeResult run(NodeCall call) {
        JsonObject config = call.config();
        return new NodeResult.Failed(new RunError(
                config.string("code").orElse("node_failed"),
                config.string("message").orElse("the node was told to fail"),
                JsonObject.EMPTY,
                config.get("retryable") == JsonBool.TRUE));
    }
}
