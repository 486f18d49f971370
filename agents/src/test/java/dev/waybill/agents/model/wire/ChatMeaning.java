package dev.waybill.agents.model.wire;

import dev.waybill.agents.model.MessagePart;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.ModelTool;
import dev.waybill.agents.model.ResponseFormat;
import dev.waybill.agents.model.Role;
import dev.waybill.agents.model.ToolChoice;
import dev.waybill.agents.model.Verbatim;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Chat completions.
final class ChatMeaning implements RecordedMeaning {

    private static final Set<String> NAMED = Set.of(
            "model",
            "messages",
            "stream",
            "stream_options",
            "tools",
            "tool_choice",
            "temperature",
            "top_p",
            "top_k",
            "max_completion_tokens",
            "seed",
            "stop");

    @Override
    public ModelRequest of(JsonObject body, String model) {
        List<ModelMessage> messages = new ArrayList<>();
        Fields.objects(body, "messages").forEach(message -> messages.add(message(message)));
        List<ModelTool> tools = Fields.objects(body, "tools").stream()
                .map(tool -> RecordedMeaning.tool(tool.object("function").orElseThrow(), "parameters"))
                .toList();
        boolean schema = format(body) != null;
        JsonObject options = RecordedMeaning.options(body, NAMED);
        return ModelRequest.of(model, messages)
                .withTools(tools)
                .choosing(choice(body.get("tool_choice")))
                .answering(format(body))
                .sampled(RecordedMeaning.sampling(
                        body, List.of("temperature", "top_p", "top_k", "max_completion_tokens", "seed", "stop")))
                .withOptions(schema ? withFormat(options) : options);
    }

    /// What else is said about the schema, such as what it is for.
    private static JsonObject withFormat(JsonObject options) {
        JsonObject more = RecordedMeaning.options(
                options.object("response_format")
                        .flatMap(it -> it.object("json_schema"))
                        .orElseThrow(),
                Set.of("name", "schema", "strict"));
        return more.isEmpty()
                ? options.without("response_format")
                : options.with("response_format", JsonObject.of("json_schema", more));
    }

    private static ModelMessage message(JsonObject message) {
        String role = message.string("role").orElseThrow();
        String text = message.string("content").orElse("");
        return switch (role) {
            case "system", "user" -> ModelMessage.text(Role.of(role).orElseThrow(), text);
            case "tool" ->
                ModelMessage.results(List.of(new MessagePart.ToolResult(
                        message.string("tool_call_id").orElseThrow(), "", text, false)));
            case "assistant" -> said(message, text);
            default -> throw new LeftOut("a message of the role " + role);
        };
    }

    /// What only the provider understands goes back as it came.
    private static ModelMessage said(JsonObject message, String text) {
        List<MessagePart> parts = new ArrayList<>();
        if (!text.isEmpty()) {
            parts.add(new MessagePart.Text(text));
        }
        Fields.objects(message, "tool_calls").forEach(call -> {
            JsonObject function = call.object("function").orElseThrow();
            parts.add(new MessagePart.ToolCall(
                    call.string("id").orElseThrow(),
                    function.string("name").orElseThrow(),
                    Fields.arguments(function.get("arguments"))));
        });
        boolean known = Set.of("role", "content", "tool_calls").containsAll(message.names());
        return new ModelMessage(Role.ASSISTANT, parts, known ? null : new Verbatim(OpenAiChatWire.NAME, message));
    }

    static ToolChoice choice(@Nullable JsonValue written) {
        return switch (written) {
            case null -> ToolChoice.AUTO;
            case JsonString(var word) ->
                switch (word) {
                    case "auto" -> ToolChoice.AUTO;
                    case "required" -> ToolChoice.REQUIRED;
                    case "none" -> ToolChoice.NONE;
                    default -> throw new LeftOut("a tool choice " + word);
                };
            default -> throw new LeftOut("a tool choice " + written);
        };
    }

    private static @Nullable ResponseFormat format(JsonObject body) {
        JsonObject format = body.object("response_format").orElse(JsonObject.EMPTY);
        return format.object("json_schema")
                .map(schema -> new ResponseFormat(
                        schema.string("name").orElseThrow(),
                        schema.object("schema").orElseThrow(),
                        schema.get("strict") == JsonBool.TRUE))
                .orElse(null);
    }

    /// An absent content is a null one, and a schema is strict only where somebody says so. Arguments are a text whose
    /// blanks mean nothing.
    @Override
    public JsonObject usual(JsonObject body) {
        List<JsonObject> messages = new ArrayList<>();
        for (JsonObject message : Fields.objects(body, "messages")) {
            JsonObject usual = message.get("content") == JsonNull.NULL ? message.without("content") : message;
            if (message.has("tool_calls")) {
                usual = usual.with(
                        "tool_calls",
                        Fields.array(Fields.objects(message, "tool_calls").stream()
                                .map(ChatMeaning::usualCall)
                                .toList()));
            }
            messages.add(usual);
        }
        JsonObject usual = body.with("messages", Fields.array(messages));
        JsonObject format = body.object("response_format").orElse(JsonObject.EMPTY);
        JsonObject schema = format.object("json_schema").orElse(null);
        return schema == null || schema.has("strict")
                ? usual
                : usual.with("response_format", format.with("json_schema", schema.with("strict", false)));
    }

    private static JsonObject usualCall(JsonObject call) {
        JsonObject function = call.object("function").orElseThrow();
        return call.with("function", function.with("arguments", Fields.arguments(function.get("arguments"))));
    }
}
