package dev.waybill.agents.model.wire;

import dev.waybill.agents.model.Embedding;
import dev.waybill.agents.model.EmbeddingRequest;
import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.Reply;
import dev.waybill.agents.model.ResponseFormat;
import dev.waybill.agents.model.ToolChoice;
import dev.waybill.agents.model.Usage;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What OpenAI's two wires share: where they live, how they show the key, the words for tools, schemas and usage, and
/// how vectors are asked for.
abstract sealed class OpenAiWire implements Wire permits OpenAiChatWire, OpenAiResponsesWire {

    static final String TYPE = "type";
    static final String FUNCTION = "function";

    private final String name;
    private final String path;

    /// @param path where questions are asked
    OpenAiWire(String name, String path) {
        this.name = name;
        this.path = path;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String path(ModelRequest request, boolean streamed) {
        return path;
    }

    @Override
    public Optional<String> usualUrl() {
        return Optional.of("https://api.openai.com");
    }

    @Override
    public String usualPrefix() {
        return "/v1";
    }

    @Override
    public Map<String, String> keyHeaders(String key) {
        return Collections.singletonMap("Authorization", "Bearer " + key);
    }

    @Override
    public Optional<EmbeddingWire> embeddings() {
        return Optional.of(new Embeddings());
    }

    /// `auto`, `required` or `none`.
    static JsonString choiceWord(ToolChoice choice) {
        return new JsonString(choice.mode().name().toLowerCase(Locale.ROOT));
    }

    static JsonObject schema(ResponseFormat format) {
        return JsonObject.builder()
                .put("name", format.name())
                .put("schema", format.schema())
                .put("strict", format.strict())
                .build();
    }

    /// What an answer says it used, in the words of whichever wire.
    static Usage usage(JsonObject answer) {
        JsonObject usage = answer.object("usage").orElse(JsonObject.EMPTY);
        JsonObject details = usage.object("prompt_tokens_details")
                .or(() -> usage.object("input_tokens_details"))
                .orElse(JsonObject.EMPTY);
        return new Usage(
                Fields.count(usage, usage.has("input_tokens") ? "input_tokens" : "prompt_tokens"),
                Fields.count(usage, usage.has("output_tokens") ? "output_tokens" : "completion_tokens"),
                Fields.count(details, "cached_tokens"));
    }

    /// @param refusal what the model said instead of an answer; null when it answered
    /// @param why as the provider calls the reason why it stopped
    static ModelAnswer answered(Reply reply, @Nullable String refusal, String why) {
        if (refusal != null) {
            return new ModelAnswer.Refused(reply, refusal, null);
        }
        return switch (reply.stopReason()) {
            case MAX_TOKENS -> new ModelAnswer.Truncated(reply);
            case SAFETY -> new ModelAnswer.Blocked(reply, why);
            default -> new ModelAnswer.Completed(reply);
        };
    }

    private static final class Embeddings implements EmbeddingWire {
        @Override
        public String path() {
            return "/embeddings";
        }

        @Override
        public JsonObject body(EmbeddingRequest request) {
            return JsonObject.builder()
                    .put("model", request.model())
                    .put("input", request.text())
                    .put("encoding_format", "float")
                    .putIfPresent("dimensions", Fields.number(request.dimensions()))
                    .build();
        }

        @Override
        public Embedding.Made read(JsonObject answer) {
            JsonArray vector = Fields.first(answer, "data")
                    .array("embedding")
                    .filter(numbers -> numbers.size() > 0)
                    .orElseThrow(() -> new Unreadable("expected a vector, found " + answer.names()));
            return new Embedding.Made(vector, answer.string("model").orElse(""), usage(answer));
        }
    }
}
