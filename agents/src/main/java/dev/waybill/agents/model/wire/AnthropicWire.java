package dev.waybill.agents.model.wire;

import dev.waybill.agents.model.MessagePart;
import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelListener;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.ModelTool;
import dev.waybill.agents.model.Reply;
import dev.waybill.agents.model.ResponseFormat;
import dev.waybill.agents.model.Role;
import dev.waybill.agents.model.Sampling;
import dev.waybill.agents.model.StopReason;
import dev.waybill.agents.model.ToolChoice;
import dev.waybill.agents.model.Usage;
import dev.waybill.agents.model.Verbatim;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Anthropic's messages.
///
/// A schema for the answer becomes a tool that the model has to call: every model of the provider has tools. To
/// use the provider's own `output_config.format`, give it as an option, and no schema.
public final class AnthropicWire implements Wire {

    public static final String NAME = "anthropic";

    private static final String TYPE = "type";
    private static final String TEXT = "text";
    private static final String CONTENT = "content";

    /// The provider wants to be told. This is what its first models could write at most.
    private static final long USUAL_MOST_TOKENS = 4096;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<String> usualUrl() {
        return Optional.of("https://api.anthropic.com");
    }

    @Override
    public String usualPrefix() {
        return "/v1";
    }

    @Override
    public String path(ModelRequest request, boolean streamed) {
        return "/messages";
    }

    @Override
    public Map<String, String> headers() {
        return Collections.singletonMap("anthropic-version", "2023-06-01");
    }

    @Override
    public Map<String, String> keyHeaders(String key) {
        return Collections.singletonMap("x-api-key", key);
    }

    @Override
    public JsonObject body(ModelRequest request, boolean streamed) {
        Sampling sampling = request.sampling();
        Long most = sampling.maxOutputTokens();
        JsonObject.Builder body = JsonObject.builder()
                .put("model", request.model())
                .put("max_tokens", most == null ? USUAL_MOST_TOKENS : most)
                .putIfPresent("system", system(request.messages()))
                .put("messages", messages(request.messages()));
        List<JsonValue> tools = tools(request);
        if (!tools.isEmpty()) {
            body.put("tools", new JsonArray(tools)).put("tool_choice", choice(request));
        }
        body.putIfPresent("temperature", sampling.temperature())
                .putIfPresent("top_p", sampling.topP())
                .putIfPresent("top_k", sampling.topK())
                .putIfPresent("stop_sequences", sampling.stop().isEmpty() ? null : Fields.texts(sampling.stop()))
                .put("stream", streamed);
        return Fields.withOptions(body.build(), request.providerOptions());
    }

    private static @Nullable String system(List<ModelMessage> messages) {
        List<String> texts = messages.stream()
                .filter(message -> message.role() == Role.SYSTEM)
                .map(ModelMessage::text)
                .toList();
        return texts.isEmpty() ? null : String.join("\n\n", texts);
    }

    private static JsonArray messages(List<ModelMessage> messages) {
        List<JsonValue> written = new ArrayList<>();
        for (ModelMessage message : messages) {
            JsonArray content = content(message);
            if (message.role() != Role.SYSTEM && content.size() > 0) {
                written.add(JsonObject.builder()
                        .put("role", message.role() == Role.ASSISTANT ? "assistant" : "user")
                        .put(CONTENT, content)
                        .build());
            }
        }
        return new JsonArray(written);
    }

    private static JsonArray content(ModelMessage message) {
        Verbatim verbatim = message.verbatim();
        if (verbatim != null && verbatim.wire().equals(NAME) && verbatim.json() instanceof JsonArray blocks) {
            return blocks;
        }
        List<JsonValue> blocks = new ArrayList<>();
        message.parts().forEach(part -> {
            JsonObject block = block(part);
            if (block != null) {
                blocks.add(block);
            }
        });
        return new JsonArray(blocks);
    }

    /// Another provider's reasoning means nothing here, and an empty text is refused.
    private static @Nullable JsonObject block(MessagePart part) {
        JsonObject.Builder block = JsonObject.builder();
        return switch (part) {
            case MessagePart.Text(var text) ->
                text.isEmpty() ? null : block.put(TYPE, TEXT).put(TEXT, text).build();
            case MessagePart.ToolCall(var id, var name, var arguments) ->
                block.put(TYPE, "tool_use")
                        .put("id", id)
                        .put("name", name)
                        .put("input", arguments)
                        .build();
            case MessagePart.ToolResult(var id, var _, var content, var isError) ->
                block.put(TYPE, "tool_result")
                        .put("tool_use_id", id)
                        .put(CONTENT, content)
                        .put("is_error", isError)
                        .build();
            case MessagePart.Reasoning _, MessagePart.Opaque _ -> null;
        };
    }

    private static List<JsonValue> tools(ModelRequest request) {
        List<JsonValue> tools = new ArrayList<>();
        for (ModelTool tool : request.tools()) {
            tools.add(Fields.merged(
                    JsonObject.builder()
                            .put("name", tool.name())
                            .putIfPresent("description", tool.description())
                            .put("input_schema", tool.parameters())
                            .build(),
                    tool.options()));
        }
        ResponseFormat format = request.responseFormat();
        if (format != null) {
            tools.add(JsonObject.builder()
                    .put("name", format.name())
                    .put("description", "Gives the answer. Call it once, with the whole answer.")
                    .put("input_schema", format.schema())
                    .build());
        }
        return tools;
    }

    /// A model that thinks cannot be forced to call anything.
    private static JsonObject choice(ModelRequest request) {
        ResponseFormat format = request.responseFormat();
        if (format != null && !request.providerOptions().has("thinking")) {
            return request.tools().isEmpty()
                    ? JsonObject.builder()
                            .put(TYPE, "tool")
                            .put("name", format.name())
                            .build()
                    : ofType("any");
        }
        ToolChoice choice = request.toolChoice();
        return switch (choice.mode()) {
            case AUTO -> ofType("auto");
            case REQUIRED -> ofType("any");
            case NONE -> ofType("none");
            case NAMED -> ofType("tool").with("name", String.valueOf(choice.tool()));
        };
    }

    private static JsonObject ofType(String type) {
        return JsonObject.builder().put(TYPE, type).build();
    }

    @Override
    public ModelAnswer read(ModelRequest request, JsonObject answer) {
        JsonArray content = answer.array(CONTENT)
                .orElseThrow(() -> new Unreadable("expected a message with content, found " + answer.names()));
        String word = answer.string("stop_reason").orElse("");
        List<MessagePart> parts = new ArrayList<>();
        content.forEach(block -> parts.add(part(block)));
        boolean formatted = isFormatted(request, parts);
        List<MessagePart> said = formatted ? formatted(request, parts) : parts;
        ModelMessage message = new ModelMessage(Role.ASSISTANT, said, formatted ? null : new Verbatim(NAME, content));
        Reply reply = new Reply(
                message,
                formatted && word.equals("tool_use") ? StopReason.END : stopReason(word),
                usage(answer.object("usage").orElse(JsonObject.EMPTY)),
                answer.string("model").orElse(request.model()),
                answer);
        return switch (reply.stopReason()) {
            case MAX_TOKENS -> new ModelAnswer.Truncated(reply);
            case REFUSAL -> refused(reply, answer.object("stop_details").orElse(JsonObject.EMPTY));
            default -> new ModelAnswer.Completed(reply);
        };
    }

    private static ModelAnswer refused(Reply reply, JsonObject details) {
        return new ModelAnswer.Refused(
                reply,
                details.string("explanation")
                        .orElse(
                                reply.message().text().isEmpty()
                                        ? null
                                        : reply.message().text()),
                details.string("category").orElse(null));
    }

    /// Whether the answer came as the call of the tool that stands for its schema.
    private static boolean isFormatted(ModelRequest request, List<MessagePart> parts) {
        ResponseFormat format = request.responseFormat();
        return format != null
                && parts.stream()
                        .anyMatch(part -> part instanceof MessagePart.ToolCall call
                                && call.name().equals(format.name()));
    }

    private static List<MessagePart> formatted(ModelRequest request, List<MessagePart> parts) {
        ResponseFormat format = request.responseFormat();
        List<MessagePart> said = new ArrayList<>();
        for (MessagePart part : parts) {
            if (part instanceof MessagePart.ToolCall call
                    && format != null
                    && call.name().equals(format.name())) {
                said.add(new MessagePart.Text(call.arguments().toString()));
            } else if (!(part instanceof MessagePart.Text)) {
                said.add(part);
            }
        }
        return said;
    }

    private static MessagePart part(JsonValue value) {
        JsonObject block = value.asObject().orElse(JsonObject.EMPTY);
        return switch (block.string(TYPE).orElse("")) {
            case TEXT -> new MessagePart.Text(block.string(TEXT).orElse(""));
            case "thinking" ->
                new MessagePart.Reasoning(
                        block.string("thinking").orElse(""),
                        block.string("signature").orElse(null));
            case "redacted_thinking" ->
                new MessagePart.Reasoning("", block.string("data").orElse(null));
            case "tool_use" ->
                new MessagePart.ToolCall(
                        block.string("id").orElse(""),
                        block.string("name").orElse(""),
                        Fields.arguments(block.get("input")));
            default -> new MessagePart.Opaque(value);
        };
    }

    private static StopReason stopReason(String word) {
        return switch (word) {
            case "end_turn" -> StopReason.END;
            case "tool_use" -> StopReason.TOOL_CALLS;
            case "stop_sequence" -> StopReason.STOP_SEQUENCE;
            case "max_tokens", "model_context_window_exceeded" -> StopReason.MAX_TOKENS;
            case "refusal" -> StopReason.REFUSAL;
            default -> StopReason.OTHER;
        };
    }

    private static Usage usage(JsonObject usage) {
        long cached = Fields.count(usage, "cache_read_input_tokens");
        return new Usage(
                Fields.count(usage, "input_tokens") + cached + Fields.count(usage, "cache_creation_input_tokens"),
                Fields.count(usage, "output_tokens"),
                cached);
    }

    @Override
    public Gathering gather(ModelListener listener) {
        return new AnthropicGathering(listener);
    }
}
