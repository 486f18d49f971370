package dev.waybill.agents.ai;

import dev.waybill.agents.model.BudgetSpent;
import dev.waybill.agents.model.Embedding;
import dev.waybill.agents.model.EmbeddingRequest;
import dev.waybill.agents.model.MessageJson;
import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelChoice;
import dev.waybill.agents.model.ModelListener;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.ModelSession;
import dev.waybill.agents.model.Reply;
import dev.waybill.agents.model.ResponseFormat;
import dev.waybill.agents.model.Sampling;
import dev.waybill.agents.model.config.Models;
import dev.waybill.agents.model.config.NoSuchModel;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.ActivityCall;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `ctx.callAI` for code that is not ours: the operator's models, under the budgets of the run, paid for on the record.
public final class CodeAi {

    /// There is no answer that the code could use.
    public static final class Declined extends Exception {
        private static final long serialVersionUID = 1;

        private final String code;

        Declined(String code, @Nullable String message) {
            super(message);
            this.code = code;
        }

        public String code() {
            return code;
        }
    }

    private final Models models;
    private final ActivityCall call;
    private final ModelSession session;

    public CodeAi(Models models, ActivityCall call) {
        this.models = models;
        this.call = call;
        this.session = new ModelSession(call, models.budgets().of(call));
    }

    /// @param asked `{"provider", "model", "messages", "systemPrompt", "temperature", "maxTokens", "responseSchema",
    ///     "embeddingMode"}`
    public JsonObject ask(JsonObject asked) throws Declined, InterruptedException {
        try {
            ModelChoice choice = models.choose(
                    asked.string("provider").orElse(null),
                    asked.string("model").orElse(null),
                    call.node().configurable());
            List<ModelMessage> messages =
                    MessageJson.read(asked.array("messages").orElse(JsonArray.EMPTY));
            return asked.get("embeddingMode") == JsonBool.TRUE
                    ? embedded(choice, asked, messages)
                    : answered(choice, asked, messages);
        } catch (NoSuchModel e) {
            throw new Declined(NoSuchModel.CODE, e.getMessage());
        } catch (BudgetSpent e) {
            throw new Declined(BudgetSpent.CODE, e.getMessage());
        } catch (IllegalArgumentException e) {
            throw new Declined("validation_error", e.getMessage());
        }
    }

    private JsonObject answered(ModelChoice choice, JsonObject asked, List<ModelMessage> messages)
            throws Declined, InterruptedException {
        List<ModelMessage> all = new ArrayList<>();
        asked.string("systemPrompt").ifPresent(text -> all.add(ModelMessage.system(text)));
        all.addAll(messages);
        ResponseFormat format =
                asked.object("responseSchema").map(ResponseFormat::new).orElse(null);
        ModelRequest request =
                ModelRequest.of(choice.model(), all).sampled(sampling(asked)).answering(format);
        return switch (session.ask(choice, request, ModelListener.NONE)) {
            case ModelAnswer.Failed failed ->
                throw new Declined(failed.trouble().code(), failed.message());
            case ModelAnswer.Refused _, ModelAnswer.Blocked _ ->
                throw new Declined(Question.REFUSED, "the model %s would not answer".formatted(choice.model()));
            case ModelAnswer.Given given -> said(given.reply(), format != null);
        };
    }

    private static JsonObject said(Reply reply, boolean structured) {
        String text = reply.message().text();
        JsonValue data = structured ? Lenient.parse(text).map(Lenient::value).orElse(null) : null;
        return JsonObject.builder()
                .put("content", text)
                .putIfPresent("data", data)
                .put("usage", reply.usage().toJson())
                .put("model", reply.model())
                .put("finishReason", reply.stopReason().finishReason())
                .build();
    }

    private JsonObject embedded(ModelChoice choice, JsonObject asked, List<ModelMessage> messages)
            throws Declined, InterruptedException {
        String text = messages.isEmpty() ? "" : messages.getLast().text();
        Long dimensions = asked.get("dimensions") instanceof JsonNumber number ? Settings.whole(number) : null;
        return switch (session.embed(choice, new EmbeddingRequest(choice.model(), text, dimensions))) {
            case Embedding.Failed(var failure) ->
                throw new Declined(failure.trouble().code(), failure.message());
            case Embedding.Made made ->
                JsonObject.builder()
                        .put("embedding", made.vector())
                        .put("usage", made.usage().toJson())
                        .put("model", made.model())
                        .build();
        };
    }

    private static Sampling sampling(JsonObject asked) {
        List<String> stop = new ArrayList<>();
        asked.array("stopSequences")
                .orElse(JsonArray.EMPTY)
                .forEach(text -> text.asString().ifPresent(stop::add));
        return Sampling.USUAL
                .temperature(asked.get("temperature") instanceof JsonNumber number ? number : null)
                .maxOutputTokens(asked.get("maxTokens") instanceof JsonNumber number ? Settings.whole(number) : null)
                .stop(stop);
    }
}
