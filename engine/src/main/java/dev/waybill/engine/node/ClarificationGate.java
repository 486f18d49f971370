package dev.waybill.engine.node;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.WorkflowNode;
import dev.waybill.workflow.schema.JsonSchema;
import java.util.ArrayList;
import java.util.List;

/// `core.clarificationGate`: asks questions and waits for the answers.
public record ClarificationGate() implements GateNode {

    @Override
    public String typeId() {
        return "core.clarificationGate";
    }

    @Override
    public NodeManifest manifest() {
        return NodeManifest.of("""
                {
                  "description": "Asks questions and waits for the answers.",
                  "config": {
                    "required": ["questions"],
                    "properties": {
                      "questions": {
                        "type": "array", "minItems": 1,
                        "description": "A list of questions, each with an id and a text.",
                        "items": {
                          "type": "object",
                          "required": ["id"],
                          "properties": {
                            "id": {"type": "string", "minLength": 1},
                            "question": {"type": "string"},
                            "schema": {"type": "object"}
                          }
                        }
                      },
                      "timeoutMs": {
                        "type": "integer", "minimum": 1,
                        "description": "Milliseconds until the node fails without an answer, as a number: 3600000 is an hour."
                      }
                    },
                    "additionalProperties": false
                  },
                  "outputs": {
                    "required": ["answers"],
                    "properties": {"answers": {"type": "object"}, "decidedBy": {"type": "string"}},
                    "additionalProperties": false
                  },
                  "example": {
                    "id": "ask-for-a-date", "name": "Ask for a date", "version": "1.0.0",
                    "nodes": [
                      {
                        "id": "ask",
                        "typeId": "core.clarificationGate",
                        "config": {
                          "questions": [
                            {"id": "day", "question": "When shall it be delivered?", "schema": {"type": "string"}}
                          ]
                        }
                      },
                      {
                        "id": "deliver",
                        "typeId": "core.identity",
                        "inputs": {"day": {"type": "expression", "expression": "nodes.ask.answers.day"}}
                      }
                    ],
                    "edges": [{"id": "e1", "sourceNodeId": "ask", "targetNodeId": "deliver"}]
                  }
                }""");
    }

    @Override
    public List<String> check(WorkflowNode node) {
        JsonArray questions = node.config().array("questions").orElse(JsonArray.EMPTY);
        List<String> wrong = new ArrayList<>();
        for (JsonValue question : questions) {
            question.asObject()
                    .flatMap(asked -> asked.object("schema"))
                    .ifPresent(schema -> JsonSchema.problems(schema)
                            .forEach(problem -> wrong.add("config.questions: a schema cannot be read: " + problem)));
        }
        return wrong;
    }

    @Override
    public Question ask(NodeCall call) {
        JsonObject data = JsonObject.builder()
                .put("questions", call.config().array("questions").orElse(JsonArray.EMPTY))
                .build();
        return new Question(
                ApprovalGate.key(call), Question.CLARIFICATION, data, ApprovalGate.timeoutMs(call.config()), null);
    }

    @Override
    public NodeResult answered(NodeCall call, JsonValue answer) {
        JsonObject answers =
                answer.asObject().flatMap(said -> said.object("answers")).orElse(JsonObject.EMPTY);
        return NodeResult.done(JsonObject.builder().put("answers", answers).build());
    }

    @Override
    public NodeResult unanswered(NodeCall call) {
        return NodeResult.failed(
                "interrupt_timeout", "nobody answered the questions in time; run again or allow more time");
    }
}
