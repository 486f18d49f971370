package dev.waybill.agents.ai;

import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.Reply;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.NodeResult;
import java.util.List;

/// One question, one answer in words: `core.ai.chatCompletion`, and with tools `core.ai.toolCalling`.
final class ChatTask {

    private ChatTask() {}

    static NodeResult chat(Question question) throws InterruptedException {
        return answered(question, question.ask(question.request(question.messages())), false);
    }

    static NodeResult withTools(Question question) throws InterruptedException {
        ModelRequest request = question.request(question.messages())
                .withTools(Tools.read(question.config()))
                .choosing(Tools.choice(question.config().get("toolChoice")));
        return answered(question, question.ask(request), true);
    }

    /// Where no prompt says what to ask, the run's variable `prompt` does.
    static NodeResult demonstrate(Question question) throws InterruptedException {
        boolean isSaid = question.prompts().user() != null;
        String usual = question.node().variables().string("prompt").orElse("Begin.");
        List<ModelMessage> messages = isSaid ? List.of() : List.of(ModelMessage.user(usual));
        return answered(question, question.ask(question.request(messages)), false);
    }

    static NodeResult answered(Question question, ModelAnswer answer, boolean tools) {
        return switch (answer) {
            case ModelAnswer.Failed failed -> failed.toNodeResult();
            case ModelAnswer.Refused(var _, var text, var category) -> question.refused(text, category);
            case ModelAnswer.Blocked(var _, var category) -> question.refused(null, category);
            case ModelAnswer.Given given -> NodeResult.done(outputs(given.reply(), tools));
        };
    }

    private static JsonObject outputs(Reply reply, boolean tools) {
        JsonObject.Builder outputs =
                JsonObject.builder().put("content", reply.message().text());
        if (tools) {
            outputs.put(
                    "toolCalls",
                    new JsonArray(reply.message().toolCalls().stream()
                            .<JsonValue>map(call -> JsonObject.of("id", call.id())
                                    .with("name", call.name())
                                    .with("arguments", call.arguments()))
                            .toList()));
        }
        return outputs.put("usage", reply.usage().toJson())
                .put("finishReason", reply.stopReason().finishReason())
                .put("model", reply.model())
                .build();
    }
}
