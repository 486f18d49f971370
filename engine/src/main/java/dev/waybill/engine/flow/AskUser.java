package dev.waybill.engine.flow;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.GateNode;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeManifest;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.Question;
import java.util.Optional;

/// `core.hitl.ask-user`: one question, one text.
record AskUser() implements GateNode {

    private static final String ANSWER = "answer";

    @Override
    public String typeId() {
        return "core.hitl.ask-user";
    }

    @Override
    public NodeManifest manifest() {
        return Sheets.of("ask-user", typeId());
    }

    @Override
    public String answeredBy() {
        return "answeredBy";
    }

    @Override
    public Question ask(NodeCall call) {
        JsonObject question = JsonObject.builder()
                .put("id", ANSWER)
                .put("question", Asking.prompt(call))
                .put("schema", JsonObject.EMPTY.with("type", new JsonString("string")))
                .build();
        JsonObject data = JsonObject.builder()
                .put("questions", JsonArray.of(question))
                .put("profile", "openwop-chat")
                .putIfPresent("chatId", call.inputs().get("chatId"))
                .build();
        return new Question(Asking.key(call), Question.CLARIFICATION, data, Asking.timeoutMs(call), null);
    }

    @Override
    public NodeResult answered(NodeCall call, JsonValue answer) {
        Optional<JsonObject> answers = answer.asObject().flatMap(said -> said.object("answers"));
        return NodeResult.done(JsonObject.EMPTY.with(
                ANSWER,
                new JsonString(answers.flatMap(all -> all.string(ANSWER)).orElse(""))));
    }

    @Override
    public NodeResult unanswered(NodeCall call) {
        return Asking.nobody(call);
    }
}
