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
        JsonObject question = JsonObject.of("id", ANSWER)
                .with("question", Asking.prompt(call))
                .with("schema", JsonObject.of("type", "string"));
        JsonObject data = JsonObject.of("questions", JsonArray.of(question))
                .with("profile", "openwop-chat")
                .withIfPresent("chatId", call.inputs().get("chatId"));
        return new Question(Asking.key(call), Question.CLARIFICATION, data, Asking.timeoutMs(call), null);
    }

    @Override
    public NodeResult answered(NodeCall call, JsonValue answer) {
        Optional<JsonObject> answers = answer.asObject().flatMap(said -> said.object("answers"));
        return NodeResult.done(JsonObject.of(
                ANSWER,
                new JsonString(answers.flatMap(all -> all.string(ANSWER)).orElse(""))));
    }

    @Override
    public NodeResult unanswered(NodeCall call) {
        return Asking.nobody(call);
    }
}
