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
import dev.waybill.agents.model.Verbatim;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// OpenAI's chat completions, which many others speak, too: Ollama, vLLM, llama.cpp, most gateways.
public final class OpenAiChatWire extends OpenAiWire {

    public static final String NAME = "openai-chat";

    private static final String TEXT = "text";
    private static final String CONTENT = "content";
    private static final String CALLS = "tool_calls";

    /// Under one of these names providers show what their models thought.
    private static final List<String> REASONING = List.of("reasoning_content", "reasoning");

    public OpenAiChatWire() {
        super(NAME, "/chat/completions");
    }

    @Override
    public JsonObject body(ModelRequest request, boolean streamed) {
        Sampling sampling = request.sampling();
        JsonObject.Builder body = JsonObject.builder()
                .put("model", request.model())
                .put("messages", messages(request.messages()))
                .put("stream", streamed);
        if (streamed) {
            body.put("stream_options", JsonObject.of("include_usage", true));
        }
        if (!request.tools().isEmpty()) {
            body.put("tools", tools(request.tools())).put("tool_choice", choice(request.toolChoice()));
        }
        body.putIfPresent("response_format", format(request.responseFormat()))
                .putIfPresent("temperature", sampling.temperature())
                .putIfPresent("top_p", sampling.topP())
                .putIfPresent("top_k", sampling.topK())
                .putIfPresent("max_completion_tokens", Fields.number(sampling.maxOutputTokens()))
                .putIfPresent("seed", Fields.number(sampling.seed()))
                .putIfPresent("stop", sampling.stop().isEmpty() ? null : Fields.texts(sampling.stop()));
        return Fields.withOptions(body.build(), request.providerOptions());
    }

    private static JsonArray messages(List<ModelMessage> messages) {
        List<JsonValue> written = new ArrayList<>();
        for (ModelMessage message : messages) {
            switch (message.role()) {
                case ASSISTANT -> written.add(said(message));
                case TOOL -> message.toolResults().forEach(result -> written.add(result(result)));
                default ->
                    written.add(JsonObject.builder()
                            .put("role", message.role().word())
                            .put(CONTENT, message.text())
                            .build());
            }
        }
        return new JsonArray(written);
    }

    private static JsonObject said(ModelMessage message) {
        Verbatim verbatim = message.verbatim();
        if (verbatim != null && verbatim.wire().equals(NAME) && verbatim.json() instanceof JsonObject kept) {
            return kept;
        }
        List<JsonObject> calls =
                message.toolCalls().stream().map(OpenAiChatWire::call).toList();
        JsonObject.Builder said = JsonObject.builder().put("role", "assistant");
        if (!message.text().isEmpty() || calls.isEmpty()) {
            said.put(CONTENT, message.text());
        }
        return (calls.isEmpty() ? said : said.put(CALLS, Fields.array(calls))).build();
    }

    private static JsonObject call(MessagePart.ToolCall call) {
        return JsonObject.builder()
                .put("id", call.id())
                .put(TYPE, FUNCTION)
                .put(
                        FUNCTION,
                        JsonObject.builder()
                                .put("name", call.name())
                                .put("arguments", call.arguments().toString())
                                .build())
                .build();
    }

    private static JsonObject result(MessagePart.ToolResult result) {
        return JsonObject.builder()
                .put("role", "tool")
                .put("tool_call_id", result.id())
                .put(CONTENT, result.content())
                .build();
    }

    private static JsonArray tools(List<ModelTool> tools) {
        return Fields.array(tools.stream()
                .map(tool -> JsonObject.builder()
                        .put(TYPE, FUNCTION)
                        .put(FUNCTION, Fields.merged(tool.toJson().without("options"), tool.options()))
                        .build())
                .toList());
    }

    private static JsonValue choice(ToolChoice choice) {
        return choice.tool() == null
                ? choiceWord(choice)
                : JsonObject.builder()
                        .put(TYPE, FUNCTION)
                        .put(FUNCTION, JsonObject.of("name", choice.tool()))
                        .build();
    }

    private static @Nullable JsonObject format(@Nullable ResponseFormat format) {
        return format == null
                ? null
                : JsonObject.builder()
                        .put(TYPE, "json_schema")
                        .put("json_schema", schema(format))
                        .build();
    }

    @Override
    public ModelAnswer read(ModelRequest request, JsonObject answer) {
        JsonObject choice = Fields.first(answer, "choices");
        JsonObject message = choice.object("message")
                .orElseThrow(() -> new Unreadable("expected a choice with a message, found " + answer.names()));
        List<MessagePart> parts = parts(answer, message);
        boolean calls = parts.stream().anyMatch(part -> part instanceof MessagePart.ToolCall);
        String word = choice.string("finish_reason").orElse("");
        Reply reply = new Reply(
                new ModelMessage(Role.ASSISTANT, parts, new Verbatim(NAME, kept(message, parts))),
                stopReason(word, calls),
                usage(answer),
                answer.string("model").orElse(request.model()),
                answer);
        return answered(
                reply, message.string("refusal").filter(text -> !text.isEmpty()).orElse(null), word);
    }

    private static List<MessagePart> parts(JsonObject answer, JsonObject message) {
        List<MessagePart> parts = new ArrayList<>();
        REASONING.stream()
                .flatMap(name -> message.string(name).stream())
                .filter(text -> !text.isEmpty())
                .findFirst()
                .ifPresent(text -> parts.add(new MessagePart.Reasoning(
                        text, message.string("thought_signature").orElse(null))));
        String text = text(message.get(CONTENT));
        if (!text.isEmpty()) {
            parts.add(new MessagePart.Text(text));
        }
        List<JsonObject> calls = Fields.objects(message, CALLS);
        for (int index = 0; index < calls.size(); index++) {
            parts.add(called(answer, calls.get(index), index));
        }
        return parts;
    }

    private static String text(@Nullable JsonValue content) {
        return switch (content) {
            case JsonString(var text) -> text;
            case JsonArray array -> {
                StringBuilder text = new StringBuilder();
                array.forEach(
                        part -> part.asObject().flatMap(it -> it.string(TEXT)).ifPresent(text::append));
                yield text.toString();
            }
            case null, default -> "";
        };
    }

    private static MessagePart.ToolCall called(JsonObject answer, JsonObject call, int index) {
        JsonObject function = call.object(FUNCTION).orElse(JsonObject.EMPTY);
        return new MessagePart.ToolCall(
                id(answer, call, index),
                function.string("name").orElse(""),
                Fields.arguments(function.get("arguments")));
    }

    /// Some providers name no call; results have to name it all the same.
    private static String id(JsonObject answer, JsonObject call, int index) {
        return call.string("id")
                .filter(id -> !id.isEmpty())
                .orElseGet(() -> answer.string("id").orElse("call") + "-" + (index + 1));
    }

    /// The message as it goes back. What a model thought goes back only in the middle of its work with tools: after
    /// that some providers refuse it.
    private static JsonObject kept(JsonObject message, List<MessagePart> parts) {
        JsonObject kept = Fields.withoutNulls(message).without("annotations").without("refusal");
        List<MessagePart.ToolCall> calls = parts.stream()
                .filter(MessagePart.ToolCall.class::isInstance)
                .map(MessagePart.ToolCall.class::cast)
                .toList();
        if (calls.isEmpty()) {
            return kept.without("reasoning_content");
        }
        List<JsonObject> named = new ArrayList<>();
        List<JsonObject> written = Fields.objects(message, CALLS);
        for (int index = 0; index < written.size(); index++) {
            named.add(written.get(index).with("id", calls.get(index).id()));
        }
        return kept.with(CALLS, Fields.array(named));
    }

    private static StopReason stopReason(String word, boolean calls) {
        return switch (word) {
            case "length" -> StopReason.MAX_TOKENS;
            case "content_filter" -> StopReason.SAFETY;
            case "tool_calls", "function_call" -> StopReason.TOOL_CALLS;
            case "stop", "eos" -> calls ? StopReason.TOOL_CALLS : StopReason.END;
            default -> calls ? StopReason.TOOL_CALLS : StopReason.OTHER;
        };
    }

    @Override
    public Gathering gather(ModelListener listener) {
        return new OpenAiChatGathering(listener);
    }
}
