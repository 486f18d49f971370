package dev.waybill.agents.ai;

import dev.waybill.agents.model.Embedding;
import dev.waybill.agents.model.EmbeddingRequest;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.NodeResult;

/// `core.openwop.ai.embeddings`: the vector that a model makes of a text.
final class EmbeddingTask {

    private EmbeddingTask() {}

    static NodeResult embed(Question question) throws InterruptedException {
        Long dimensions =
                question.config().get("dimensions") instanceof JsonNumber number ? Settings.whole(number) : null;
        EmbeddingRequest request = new EmbeddingRequest(
                question.choice().model(),
                question.node()
                        .inputs()
                        .string("text")
                        .orElseThrow(() -> new IllegalArgumentException("expected a text as input")),
                dimensions);
        return switch (question.session().embed(question.choice(), request)) {
            case Embedding.Failed(var failure) -> failure.toNodeResult();
            case Embedding.Made made ->
                NodeResult.done(JsonObject.of("vector", made.vector())
                        .with("dimensions", made.vector().size())
                        .with("model", made.model())
                        .with("usage", JsonObject.of("inputTokens", made.usage().input())));
        };
    }
}
