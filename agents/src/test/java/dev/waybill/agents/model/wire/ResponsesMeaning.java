package dev.waybill.agents.model.wire;

import dev.waybill.agents.model.MessagePart;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.ModelTool;
import dev.waybill.agents.model.ResponseFormat;
import dev.waybill.agents.model.Role;
import dev.waybill.agents.model.Verbatim;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// OpenAI's responses.
final class ResponsesMeaning implements RecordedMeaning {

    private static final Set<String> NAMED = Set.of(
            "model",
            "input",
            "instructions",
            "stream",
            "tools",
            "tool_choice",
            "temperature",
            "top_p",
            "max_output_tokens");

    @Override
    public ModelRequest of(JsonObject body, String model) {
        List<ModelMessage> messages = new ArrayList<>();
        body.string("instructions").ifPresent(text -> messages.add(ModelMessage.system(text)));
        body.string("input").ifPresent(text -> messages.add(ModelMessage.user(text)));
        Fields.objects(body, "input").forEach(item -> messages.add(message(item)));
        List<ModelTool> tools = new ArrayList<>();
        List<JsonValue> theirs = new ArrayList<>();
        for (JsonObject tool : Fields.objects(body, "tools")) {
            if (tool.string("type").orElse("").equals("function")) {
                tools.add(RecordedMeaning.tool(tool, "parameters"));
            } else {
                theirs.add(tool);
            }
        }
        JsonObject options = RecordedMeaning.options(body, NAMED);
        if (format(body) != null) {
            JsonObject text = body.object("text").orElseThrow().without("format");
            options = text.isEmpty() ? options.without("text") : options.with("text", text);
        }
        if (!theirs.isEmpty()) {
            options = options.with("tools", new JsonArray(theirs));
        }
        return ModelRequest.of(model, messages)
                .withTools(tools)
                .choosing(ChatMeaning.choice(body.get("tool_choice")))
                .answering(format(body))
                .sampled(RecordedMeaning.sampling(
                        body, List.of("temperature", "top_p", "top_k", "max_output_tokens", "seed", "stop")))
                .withOptions(options);
    }

    private static ModelMessage message(JsonObject item) {
        String role = item.string("role").orElse("");
        if (role.equals("system")) {
            throw new LeftOut("a system message among the input; ours are instructions");
        }
        if (Set.of("role", "content").equals(item.names()) && item.get("content") instanceof JsonString(var text)) {
            return ModelMessage.text(Role.of(role).orElseThrow(), text);
        }
        if (item.names().equals(Set.of("type", "call_id", "name", "arguments"))) {
            return new ModelMessage(
                    Role.ASSISTANT,
                    List.of(new MessagePart.ToolCall(
                            item.string("call_id").orElseThrow(),
                            item.string("name").orElseThrow(),
                            Fields.arguments(item.get("arguments")))));
        }
        return switch (item.string("type").orElse("")) {
            case "function_call_output" ->
                ModelMessage.results(List.of(new MessagePart.ToolResult(
                        item.string("call_id").orElseThrow(),
                        "",
                        item.string("output").orElseThrow(() -> new LeftOut("a tool's output that is no text")),
                        false)));
            // What the provider wrote goes back as it came.
            case "function_call", "reasoning", "message", "compaction" ->
                new ModelMessage(Role.ASSISTANT, List.of(), new Verbatim(OpenAiResponsesWire.NAME, JsonArray.of(item)));
            default -> throw new LeftOut("an input of the kind " + item.names());
        };
    }

    private static @Nullable ResponseFormat format(JsonObject body) {
        JsonObject format =
                body.object("text").flatMap(it -> it.object("format")).orElse(JsonObject.EMPTY);
        return format.object("schema")
                .filter(_ -> Set.of("type", "name", "schema", "strict").containsAll(format.names()))
                .map(schema -> new ResponseFormat(
                        format.string("name").orElseThrow(), schema, format.get("strict") == JsonBool.TRUE))
                .orElse(null);
    }

    /// What is not asked for in pieces may say so. Arguments are a text whose blanks mean nothing. No description is
    /// as good as an absent one.
    @Override
    public JsonObject usual(JsonObject body) {
        JsonObject usual = body.has("stream") ? body : body.with("stream", false);
        if (body.has("tools")) {
            usual = usual.with(
                    "tools",
                    Fields.array(Fields.objects(body, "tools").stream()
                            .map(Fields::withoutNulls)
                            .toList()));
        }
        return usual.with(
                "input",
                Fields.array(Fields.objects(body, "input").stream()
                        .map(item -> item.has("arguments")
                                ? item.with("arguments", Fields.arguments(item.get("arguments")))
                                : item)
                        .toList()));
    }
}
