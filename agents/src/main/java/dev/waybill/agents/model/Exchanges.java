package dev.waybill.agents.model;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.Exchange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is kept of each request to a model, and how it becomes a request again.
public final class Exchanges {

    private static final String REQUEST = "request";
    private static final String MESSAGES = "messages";
    private static final String OPTIONS = "providerOptions";
    private static final String EMBEDDING = "embedding";

    private Exchanges() {}

    /// @param provider who was asked
    static Exchange of(String provider, ModelRequest request, ModelAnswer.Given given) {
        JsonObject recipe = SemanticKey.recipe(provider, request);
        return new Exchange(
                SemanticKey.of(provider, request),
                settings(recipe),
                messages(recipe),
                kind(given),
                MessageJson.write(given.reply().message()));
    }

    /// A vector is no message: what is kept is what it was made of.
    static Exchange of(String provider, List<EmbeddingRequest> requests) {
        EmbeddingRequest request = requests.getFirst();
        Long dimensions = request.dimensions();
        JsonObject recipe = SemanticKey.recipe(
                provider,
                ModelRequest.of(
                                request.model(),
                                requests.stream()
                                        .map(each -> ModelMessage.user(each.text()))
                                        .toList())
                        .withOptions(JsonObject.of(
                                EMBEDDING,
                                JsonObject.builder()
                                        .putIfPresent(
                                                "dimensions", dimensions == null ? null : JsonNumber.of(dimensions))
                                        .build())));
        return new Exchange(SemanticKey.digest(recipe), settings(recipe), messages(recipe), EMBEDDING, null);
    }

    public static String kind(ModelAnswer.Given given) {
        return switch (given) {
            case ModelAnswer.Completed _ -> "completed";
            case ModelAnswer.Truncated _ -> "truncated";
            case ModelAnswer.Refused _ -> "refused";
            case ModelAnswer.Blocked _ -> "blocked";
        };
    }

    private static JsonObject settings(JsonObject recipe) {
        return recipe.with(REQUEST, request(recipe).without(MESSAGES));
    }

    private static JsonObject request(JsonObject recipe) {
        return recipe.object(REQUEST).orElse(JsonObject.EMPTY);
    }

    private static List<JsonValue> messages(JsonObject recipe) {
        return request(recipe).array(MESSAGES).orElse(JsonArray.EMPTY).items();
    }

    public static boolean isEmbedding(Exchange exchange) {
        return exchange.kind().equals(EMBEDDING);
    }

    /// The key that the kept request has, computed again: another one than the kept key means that somebody has changed
    /// one of them.
    public static String key(Exchange exchange) {
        JsonObject settings = exchange.settings();
        return SemanticKey.digest(
                settings.with(REQUEST, request(settings).with(MESSAGES, new JsonArray(exchange.messages()))));
    }

    public static String provider(Exchange exchange) {
        return exchange.settings().string("provider").orElse("");
    }

    public static String model(Exchange exchange) {
        return exchange.settings().string("model").orElse("");
    }

    /// The request as it was, ready to be sent once more.
    ///
    /// @throws IllegalArgumentException when what was kept is no request
    public static ModelRequest request(Exchange exchange) {
        JsonObject kept = request(exchange.settings());
        JsonObject options = exchange.settings().object(OPTIONS).orElse(JsonObject.EMPTY);
        List<ModelTool> tools = kept.array("tools").orElse(JsonArray.EMPTY).items().stream()
                .map(tool -> tool(tool.asObject().orElse(JsonObject.EMPTY)))
                .toList();
        return ModelRequest.of(model(exchange), MessageJson.read(new JsonArray(exchange.messages())))
                .withTools(tools)
                .choosing(SemanticKey.choice(options))
                .answering(format(kept.object("responseFormat").orElse(null)))
                .sampled(sampling(kept))
                .guarded(kept.get("safetySettings"))
                .withOptions(SemanticKey.plain(options));
    }

    private static ModelTool tool(JsonObject tool) {
        return new ModelTool(
                tool.string("name").orElse(""),
                tool.string("description").orElse(null),
                tool.object("parameters").orElse(JsonObject.EMPTY));
    }

    private static @Nullable ResponseFormat format(@Nullable JsonObject format) {
        return format == null
                ? null
                : new ResponseFormat(
                        format.string("name").orElse("result"),
                        format.object("schema").orElse(JsonObject.EMPTY),
                        format.has("strict"));
    }

    private static Sampling sampling(JsonObject kept) {
        return new Sampling(
                number(kept, "temperature"),
                number(kept, "topP"),
                number(kept, "topK"),
                whole(kept, "maxOutputTokens"),
                whole(kept, "seed"),
                kept.array("stop").orElse(JsonArray.EMPTY).items().stream()
                        .flatMap(text -> text.asString().stream())
                        .toList());
    }

    private static @Nullable JsonNumber number(JsonObject kept, String name) {
        return kept.get(name) instanceof JsonNumber number ? number : null;
    }

    private static @Nullable Long whole(JsonObject kept, String name) {
        return kept.get(name) instanceof JsonNumber number && number.asInteger().isPresent()
                ? number.asInteger().getAsLong()
                : null;
    }
}
