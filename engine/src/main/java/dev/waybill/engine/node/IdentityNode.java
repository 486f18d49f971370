package dev.waybill.engine.node;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.workflow.WorkflowNode;
import java.util.List;

/// `core.identity`: gives what it got.
record IdentityNode() implements PureNode {

    private static final String TWICE = "emitDuplicateMessageId";

    @Override
    public String typeId() {
        return "core.identity";
    }

    @Override
    public NodeManifest manifest() {
        return NodeManifest.of("""
                {
                  "description": "Gives what it got: computes values with expressions, renames and collects them.",
                  "inputs": {"description": "Any ports; each becomes an output of the same name."},
                  "outputs": {"description": "The inputs."},
                  "example": {
                    "id": "total-of-an-order", "name": "Total of an order", "version": "1.0.0",
                    "variables": [
                      {"name": "price", "type": "number", "defaultValue": 12.5},
                      {"name": "pieces", "type": "number", "defaultValue": 4}
                    ],
                    "nodes": [
                      {
                        "id": "total",
                        "typeId": "core.identity",
                        "inputs": {
                          "sum": {"type": "expression", "expression": "variables.price * variables.pieces"},
                          "currency": {"type": "static", "value": "EUR"}
                        }
                      }
                    ]
                  }
                }""");
    }

    @Override
    public List<String> check(WorkflowNode node) {
        boolean known = !node.config().has(MemoryActionNode.ACTION)
                || node.config()
                        .string(MemoryActionNode.ACTION)
                        .filter(MemoryActionNode.ACTIONS::contains)
                        .isPresent();
        return known
                ? List.of()
                : List.of("config.memoryAction is one of " + String.join(", ", MemoryActionNode.ACTIONS));
    }

    @Override
    public NodeType as(WorkflowNode node) {
        return node.config().has(MemoryActionNode.ACTION) ? new MemoryActionNode() : this;
    }

    @Override
    public NodeResult run(NodeCall call) {
        return call.config().get(TWICE) == JsonBool.TRUE
                ? new NodeResult.Done(call.inputs(), "output", twice(call))
                : NodeResult.done(call.inputs());
    }

    /// The same message twice, as a conformance suite wants it: a channel of messages keeps one.
    private static List<NodeResult.Write> twice(NodeCall call) {
        String channel = call.config().string("channelName").orElse("messages");
        JsonObject message = JsonObject.of("messageId", call.node().id() + "-1")
                .with("role", "assistant")
                .with("content", "said twice");
        NodeResult.Write write = new NodeResult.Write.ToChannel(channel, message);
        return List.of(write, write);
    }
}
