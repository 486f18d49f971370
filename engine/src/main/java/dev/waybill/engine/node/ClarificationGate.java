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
    public List<String> check(WorkflowNode node) {
        JsonArray questions = node.config().array("questions").orElse(JsonArray.EMPTY);
        if (questions.size() == 0) {
            return List.of("config.questions must hold at least one question");
        }
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
