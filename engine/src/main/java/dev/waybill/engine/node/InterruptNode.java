package dev.waybill.engine.node;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.Objects;

/// `core.interrupt`: waits for whatever its configuration names: an external event, an approval, an answer.
public record InterruptNode() implements GateNode {

    private static final ApprovalGate APPROVAL = new ApprovalGate();

    @Override
    public String typeId() {
        return "core.interrupt";
    }

    @Override
    public NodeManifest manifest() {
        return NodeManifest.of("""
                {
                  "description": "Waits for something from outside: an event of another system, or an answer of any shape.",
                  "config": {
                    "properties": {
                      "kind": {
                        "enum": ["external-event", "approval", "clarification", "custom"], "default": "custom",
                        "description": "What is waited for."
                      },
                      "data": {"type": "object", "description": "An object that who answers is shown."},
                      "key": {"type": "string", "minLength": 1, "description": "The question's name within the node."},
                      "resumeSchema": {"type": "object", "description": "A JSON Schema that the answer must fit."},
                      "timeoutMs": {
                        "type": "integer", "minimum": 1,
                        "description": "Milliseconds until the node fails without an answer, as a number: 3600000 is an hour."
                      }
                    },
                    "additionalProperties": false
                  },
                  "outputs": {"description": "The answer's members; an answer that is no object is given as value."},
                  "ports": ["rejected"],
                  "example": {
                    "id": "wait-for-payment", "name": "Wait for a payment", "version": "1.0.0",
                    "nodes": [
                      {
                        "id": "paid",
                        "typeId": "core.interrupt",
                        "config": {
                          "kind": "external-event",
                          "data": {"eventType": "payment.settled"},
                          "resumeSchema": {"type": "object", "required": ["reference"]},
                          "timeoutMs": 604800000
                        }
                      },
                      {
                        "id": "book",
                        "typeId": "core.identity",
                        "inputs": {"reference": {"type": "expression", "expression": "nodes.paid.reference"}}
                      }
                    ],
                    "edges": [{"id": "e1", "sourceNodeId": "paid", "targetNodeId": "book"}]
                  }
                }""");
    }

    @Override
    public Question ask(NodeCall call) {
        JsonObject config = call.config();
        String kind = config.string("kind").orElse(Question.CUSTOM);
        JsonObject data = config.object("data").orElse(JsonObject.EMPTY);
        JsonObject defaults = defaults(call, kind);
        for (String name : defaults.names()) {
            data = data.has(name) ? data : data.with(name, Objects.requireNonNull(defaults.get(name)));
        }
        String key = config.string("key").orElse(ApprovalGate.key(call));
        return new Question(
                key,
                kind,
                data,
                ApprovalGate.timeoutMs(config),
                config.object("resumeSchema").orElse(null));
    }

    /// What a question of its kind must say, where the author does not.
    private static JsonObject defaults(NodeCall call, String kind) {
        return switch (kind) {
            case Question.APPROVAL -> APPROVAL.ask(call).data();
            case Question.EXTERNAL_EVENT ->
                JsonObject.builder()
                        .put("eventType", call.node().id())
                        .put("correlation", JsonObject.EMPTY)
                        .build();
            default -> JsonObject.EMPTY;
        };
    }

    @Override
    public NodeResult answered(NodeCall call, JsonValue answer) {
        if (call.config().string("kind").orElse("").equals(Question.APPROVAL)) {
            return APPROVAL.answered(call, answer);
        }
        return NodeResult.done(answer.asObject()
                .orElse(JsonObject.builder().put("value", answer).build()));
    }

    @Override
    public NodeResult unanswered(NodeCall call) {
        return NodeResult.failed(
                "interrupt_timeout",
                "nothing arrived in time for node " + call.node().id());
    }
}
