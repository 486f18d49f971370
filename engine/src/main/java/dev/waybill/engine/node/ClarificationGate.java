package dev.waybill.engine.node;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.WorkflowNode;
import java.util.List;

/// `core.clarificationGate`: asks questions and waits for the answers.
public record ClarificationGate() implements GateNode {

    @Override
    public String typeId() {
        return "core.clarificationGate";
    }

    @Override
    public List<String> check(WorkflowNode node) {
        boolean asks = node.config().array("questions").map(JsonArray::size).orElse(0) > 0;
        return asks ? List.of() : List.of("config.questions must hold at least one question");
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
        return NodeResult.failed("interrupt_timeout", "nobody answered the questions in time; run again or ask longer");
    }
}
