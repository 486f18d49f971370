package dev.waybill.engine.node;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `core.approvalGate`: nobody passes until enough people agree.
///
/// A rejection leaves by the port `rejected` with `approved: false`. Where no edge asks about it, the engine lets the
/// node fail: going on as if nothing had been said would be the worst answer.
public record ApprovalGate() implements GateNode {

    public static final String REJECTED_PORT = "rejected";
    public static final String ACCEPT = "accept";
    public static final String EDIT_ACCEPT = "edit-accept";
    public static final String REJECT = "reject";

    /// What is recorded when the deadline passed: nobody rejected, nobody said anything.
    public static final String TIMEOUT = "timeout";

    private static final List<String> COPIED = List.of("description", "approversList", "rejectionPolicy", "profile");

    @Override
    public String typeId() {
        return "core.approvalGate";
    }

    @Override
    public NodeManifest manifest() {
        return NodeManifest.of("""
                {
                  "description": "Waits until enough people agree. A rejection leaves by the port rejected.",
                  "config": {
                    "properties": {
                      "title": {"type": "string", "description": "What people are asked."},
                      "description": {"type": "string", "description": "What they should know before they answer."},
                      "actions": {
                        "type": "array", "minItems": 1, "uniqueItems": true,
                        "items": {"type": "string", "minLength": 1},
                        "default": ["accept", "reject"],
                        "description": "A list of what may be answered, such as accept, edit-accept, refine and reject."
                      },
                      "requiredApprovals": {
                        "type": "integer", "minimum": 1, "default": 1,
                        "description": "How many people must accept, as a whole number."
                      },
                      "rejectionPolicy": {
                        "enum": ["any", "majority"], "default": "any",
                        "description": "any: one rejection is enough; majority: more than half of those who must accept, or of approversList."
                      },
                      "approversList": {
                        "type": "array", "items": {"type": "string", "minLength": 1},
                        "description": "A list of those who may answer; without it, everybody."
                      },
                      "profile": {
                        "type": "string",
                        "description": "openwop-interrupt-auth-required: only somebody who is signed in may answer."
                      },
                      "artifactId": {"type": "string", "description": "What is approved; the node's id unless given."},
                      "artifactType": {"type": "string", "default": "approval", "description": "What kind of thing it is."},
                      "timeoutMs": {
                        "type": "integer", "minimum": 1,
                        "description": "Milliseconds until silence counts as a rejection, as a number: 3600000 is an hour."
                      }
                    },
                    "additionalProperties": false
                  },
                  "inputs": {"description": "Any ports; who is asked sees their values."},
                  "outputs": {
                    "required": ["action", "approved"],
                    "properties": {
                      "action": {"type": "string"},
                      "approved": {"type": "boolean"},
                      "decidedBy": {"type": "string"},
                      "votes": {"type": "object"},
                      "feedback": {},
                      "refineFeedback": {"type": "object"},
                      "editedArtifactData": {},
                      "reason": {"type": "string"}
                    }
                  },
                  "ports": ["rejected"],
                  "example": {
                    "id": "refund-approval", "name": "Approve a refund", "version": "1.0.0",
                    "variables": [{"name": "amount", "type": "number", "defaultValue": 120}],
                    "nodes": [
                      {
                        "id": "approve",
                        "typeId": "core.approvalGate",
                        "config": {"title": "Pay this refund?", "timeoutMs": 86400000},
                        "inputs": {"amount": {"type": "variable", "variableName": "amount"}}
                      },
                      {"id": "pay", "typeId": "core.noop"},
                      {"id": "decline", "typeId": "core.noop"}
                    ],
                    "edges": [
                      {"id": "yes", "sourceNodeId": "approve", "targetNodeId": "pay"},
                      {"id": "no", "sourceNodeId": "approve", "sourceOutput": "rejected", "targetNodeId": "decline"}
                    ]
                  }
                }""");
    }

    @Override
    public Question ask(NodeCall call) {
        JsonObject config = call.config();
        String artifact = config.string("artifactId").orElse(call.node().id());
        JsonObject.Builder data = JsonObject.builder()
                .put("artifactId", artifact)
                .put("artifactType", config.string("artifactType").orElse("approval"))
                .put("title", config.string("title").orElse("approval of " + artifact))
                .put("actions", actions(config))
                .put("requiredApprovals", required(config));
        COPIED.forEach(name -> data.putIfPresent(name, config.get(name)));
        if (!call.inputs().isEmpty()) {
            data.put("inputs", call.inputs());
        }
        return new Question(key(call), Question.APPROVAL, data.build(), timeoutMs(config), null);
    }

    static String key(NodeCall call) {
        return call.node().id() + ":" + call.ordinal();
    }

    static @Nullable Long timeoutMs(JsonObject config) {
        return config.get("timeoutMs") instanceof JsonNumber number
                        && number.asInteger().orElse(0) > 0
                ? number.asInteger().getAsLong()
                : null;
    }

    private static JsonArray actions(JsonObject config) {
        return config.array("actions").orElse(JsonArray.ofStrings(List.of(ACCEPT, REJECT)));
    }

    private static long required(JsonObject config) {
        return config.get("requiredApprovals") instanceof JsonNumber number
                ? Math.max(1, number.asInteger().orElse(1))
                : 1;
    }

    @Override
    public NodeResult answered(NodeCall call, JsonValue answer) {
        JsonObject said = answer.asObject().orElse(JsonObject.EMPTY);
        String action = said.string("action").orElse(REJECT);
        boolean approved = action.equals(ACCEPT) || action.equals(EDIT_ACCEPT);
        JsonObject outputs =
                said.with("action", new JsonString(action)).with("approved", approved ? JsonBool.TRUE : JsonBool.FALSE);
        return new NodeResult.Done(outputs, approved ? "output" : REJECTED_PORT, List.of());
    }

    @Override
    public NodeResult unanswered(NodeCall call) {
        return answered(
                call,
                JsonObject.builder()
                        .put("action", TIMEOUT)
                        .put("reason", "nobody answered within %d ms".formatted(timeoutMs(call.config())))
                        .build());
    }
}
