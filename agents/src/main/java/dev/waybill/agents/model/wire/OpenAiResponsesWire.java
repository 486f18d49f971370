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
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// OpenAI's responses. The conversation is sent whole with each request; to have the provider keep it, give
/// `previous_response_id` or `conversation` as an option.
public final class OpenAiResponsesWire extends OpenAiWire {

    public static final String NAME = "openai-responses";

    private static final String TEXT = "text";

    public OpenAiResponsesWire() {
        super(NAME, "/responses");
    }

    @Override
    public JsonObject body(ModelRequest request, boolean streamed) {
        Sampling sampling = request.sampling();
        JsonObject.Builder body = JsonObject.builder()
                .put("model", request.model())
                .putIfPresent("instructions", instructions(request.messages()))
                .put("input", input(request.messages()))
                .put("stream", streamed);
        if (!request.tools().isEmpty()) {
            body.put("tools", tools(request.tools())).put("tool_choice", choice(request.toolChoice()));
        }
        body.putIfPresent(TEXT, format(request.responseFormat()))
                .putIfPresent("temperature", sampling.temperature())
                .putIfPresent("top_p", sampling.topP())
                .putIfPresent("max_output_tokens", Fields.number(sampling.maxOutputTokens()));
        return Fields.withOptions(body.build(), request.providerOptions());
    }

    private static @Nullable String instructions(List<ModelMessage> messages) {
        List<String> texts = messages.stream()
                .filter(message -> message.role() == Role.SYSTEM)
                .map(ModelMessage::text)
                .toList();
        return texts.isEmpty() ? null : String.join("\n\n", texts);
    }

    private static JsonArray input(List<ModelMessage> messages) {
        List<JsonValue> items = new ArrayList<>();
        for (ModelMessage message : messages) {
            Verbatim verbatim = message.verbatim();
            if (verbatim != null && verbatim.wire().equals(NAME) && verbatim.json() instanceof JsonArray said) {
                said.forEach(items::add);
            } else if (message.role() != Role.SYSTEM) {
                items(message, items);
            }
        }
        return new JsonArray(items);
    }

    private static void items(ModelMessage message, List<JsonValue> items) {
        for (MessagePart part : message.parts()) {
            switch (part) {
                case MessagePart.Text(var text) ->
                    items.add(JsonObject.builder()
                            .put("role", message.role() == Role.ASSISTANT ? "assistant" : "user")
                            .put("content", text)
                            .build());
                case MessagePart.ToolCall(var id, var name, var arguments) ->
                    items.add(JsonObject.builder()
                            .put(TYPE, "function_call")
                            .put("call_id", id)
                            .put("name", name)
                            .put("arguments", arguments.toString())
                            .build());
                case MessagePart.ToolResult(var id, var _, var content, var _) ->
                    items.add(JsonObject.builder()
                            .put(TYPE, "function_call_output")
                            .put("call_id", id)
                            .put("output", content)
                            .build());
                case MessagePart.Reasoning _, MessagePart.Opaque _ -> {
                    // Another provider's: it would not be believed here.
                }
            }
        }
    }

    private static JsonArray tools(List<ModelTool> tools) {
        return Fields.array(tools.stream()
                .map(tool -> Fields.merged(
                        JsonObject.builder()
                                .put(TYPE, FUNCTION)
                                .put("name", tool.name())
                                .putIfPresent("description", tool.description())
                                .put("parameters", tool.parameters())
                                .put("strict", false)
                                .build(),
                        tool.options()))
                .toList());
    }

    private static JsonValue choice(ToolChoice choice) {
        return choice.tool() == null
                ? choiceWord(choice)
                : JsonObject.builder()
                        .put(TYPE, FUNCTION)
                        .put("name", choice.tool())
                        .build();
    }

    private static @Nullable JsonObject format(@Nullable ResponseFormat format) {
        return format == null
                ? null
                : JsonObject.of("format", Fields.merged(JsonObject.of(TYPE, "json_schema"), schema(format)));
    }

    @Override
    public ModelAnswer read(ModelRequest request, JsonObject answer) {
        JsonArray output = answer.array("output")
                .orElseThrow(() -> new Unreadable("expected a response with output, found " + answer.names()));
        String status = answer.string("status").orElse("completed");
        if (status.equals("queued") || status.equals("in_progress")) {
            throw new Unreadable("the response is still " + status + "; ask without \"background\"");
        }
        List<MessagePart> parts = new ArrayList<>();
        output.forEach(item -> parts(item, parts));
        String why = answer.object("incomplete_details")
                .flatMap(it -> it.string("reason"))
                .orElse("");
        Reply reply = new Reply(
                new ModelMessage(Role.ASSISTANT, parts, new Verbatim(NAME, output)),
                stopReason(status, why, parts),
                usage(answer),
                answer.string("model").orElse(request.model()),
                answer);
        return answered(reply, refusal(output), why);
    }

    private static void parts(JsonValue value, List<MessagePart> parts) {
        JsonObject item = value.asObject().orElse(JsonObject.EMPTY);
        switch (item.string(TYPE).orElse("")) {
            case "message" -> {
                for (JsonObject part : Fields.objects(item, "content")) {
                    if (part.has(TEXT)) {
                        parts.add(new MessagePart.Text(part.string(TEXT).orElse("")));
                    }
                }
            }
            case "reasoning" ->
                parts.add(new MessagePart.Reasoning(
                        thoughts(item), item.string("encrypted_content").orElse(null)));
            case "function_call" ->
                parts.add(new MessagePart.ToolCall(
                        item.string("call_id").orElse(""),
                        item.string("name").orElse(""),
                        Fields.arguments(item.get("arguments"))));
            default -> parts.add(new MessagePart.Opaque(value));
        }
    }

    /// A summary, or, from models that show it, all of it.
    private static String thoughts(JsonObject item) {
        List<String> texts = new ArrayList<>();
        for (String name : List.of("summary", "content")) {
            Fields.objects(item, name).forEach(part -> part.string(TEXT).ifPresent(texts::add));
        }
        return String.join("\n\n", texts);
    }

    private static @Nullable String refusal(JsonArray output) {
        for (JsonValue item : output) {
            for (JsonObject part : Fields.objects(item.asObject().orElse(JsonObject.EMPTY), "content")) {
                if (part.string(TYPE).orElse("").equals("refusal")) {
                    return part.string("refusal").orElse("");
                }
            }
        }
        return null;
    }

    private static StopReason stopReason(String status, String why, List<MessagePart> parts) {
        if (status.equals("incomplete")) {
            return switch (why) {
                case "max_output_tokens" -> StopReason.MAX_TOKENS;
                case "content_filter" -> StopReason.SAFETY;
                default -> StopReason.OTHER;
            };
        }
        return parts.stream().anyMatch(part -> part instanceof MessagePart.ToolCall)
                ? StopReason.TOOL_CALLS
                : StopReason.END;
    }

    @Override
    public Gathering gather(ModelListener listener) {
        return new OpenAiResponsesGathering(listener);
    }
}
