package dev.waybill.agents.model.wire;

import dev.waybill.agents.model.MessagePart;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.ModelTool;
import dev.waybill.agents.model.Role;
import dev.waybill.agents.model.ToolChoice;
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

/// Anthropic's messages.
final class AnthropicMeaning implements RecordedMeaning {

    private static final Set<String> NAMED = Set.of(
            "model",
            "max_tokens",
            "messages",
            "system",
            "tools",
            "tool_choice",
            "temperature",
            "top_p",
            "top_k",
            "stop_sequences",
            "stream");

    @Override
    public ModelRequest of(JsonObject body, String model) {
        List<ModelMessage> messages = new ArrayList<>();
        system(body.get("system")).forEach(text -> messages.add(ModelMessage.system(text)));
        Fields.objects(body, "messages").forEach(message -> messages.add(message(message)));
        List<ModelTool> tools = new ArrayList<>();
        List<JsonValue> theirs = new ArrayList<>();
        for (JsonObject tool : Fields.objects(body, "tools")) {
            if (tool.has("input_schema")) {
                tools.add(RecordedMeaning.tool(tool, "input_schema"));
            } else {
                theirs.add(tool);
            }
        }
        JsonObject options = RecordedMeaning.options(body, NAMED);
        if (!theirs.isEmpty()) {
            options = options.with("tools", new JsonArray(theirs));
        }
        return ModelRequest.of(model, messages)
                .withTools(tools)
                .choosing(choice(body.object("tool_choice").orElse(JsonObject.EMPTY)))
                .sampled(RecordedMeaning.sampling(
                        body, List.of("temperature", "top_p", "top_k", "max_tokens", "seed", "stop_sequences")))
                .withOptions(options);
    }

    private static List<String> system(@Nullable JsonValue system) {
        return switch (system) {
            case null -> List.of();
            case JsonString(var text) -> List.of(text);
            case JsonArray blocks ->
                blocks.items().stream()
                        .map(block -> block.asObject().orElseThrow())
                        .map(block -> {
                            if (!block.names().equals(Set.of("type", "text"))) {
                                throw new LeftOut("a system prompt with " + block.names());
                            }
                            return block.string("text").orElseThrow();
                        })
                        .toList();
            default -> throw new LeftOut("a system prompt that is " + system.kind());
        };
    }

    private static ModelMessage message(JsonObject message) {
        boolean said = message.string("role").orElseThrow().equals("assistant");
        List<MessagePart> parts = new ArrayList<>();
        message.string("content").ifPresent(text -> parts.add(new MessagePart.Text(text)));
        boolean known = true;
        for (JsonObject block : Fields.objects(message, "content")) {
            switch (block.string("type").orElse("")) {
                case "text" ->
                    parts.add(new MessagePart.Text(block.string("text").orElseThrow()));
                case "tool_use" ->
                    parts.add(new MessagePart.ToolCall(
                            block.string("id").orElseThrow(),
                            block.string("name").orElseThrow(),
                            block.object("input").orElseThrow()));
                case "tool_result" ->
                    parts.add(new MessagePart.ToolResult(
                            block.string("tool_use_id").orElseThrow(),
                            "",
                            block.string("content").orElseThrow(() -> new LeftOut("a tool's result that is no text")),
                            block.get("is_error") == JsonBool.TRUE));
                default -> known = false;
            }
        }
        if (!known && !said) {
            throw new LeftOut("a message of the user with pictures or the like");
        }
        boolean results = parts.stream().anyMatch(MessagePart.ToolResult.class::isInstance);
        return new ModelMessage(
                said ? Role.ASSISTANT : results ? Role.TOOL : Role.USER,
                parts,
                known
                        ? null
                        : new Verbatim(
                                AnthropicWire.NAME, message.array("content").orElseThrow()));
    }

    private static ToolChoice choice(JsonObject choice) {
        return switch (choice.string("type").orElse("auto")) {
            case "auto" -> ToolChoice.AUTO;
            case "any" -> ToolChoice.REQUIRED;
            case "none" -> ToolChoice.NONE;
            case "tool" -> ToolChoice.named(choice.string("name").orElseThrow());
            default -> throw new LeftOut("a tool choice " + choice);
        };
    }

    /// A system prompt in one block is a text; the choice of tools is the model's unless somebody says otherwise.
    @Override
    public JsonObject usual(JsonObject body) {
        JsonObject usual =
                body.has("system") ? body.with("system", String.join("\n\n", system(body.get("system")))) : body;
        return usual.has("stream") ? usual : usual.with("stream", false);
    }
}
