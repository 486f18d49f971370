package dev.waybill.agents.model;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Messages as JSON: `{"role", "content"}`, where the content is a text or an array of parts. This is how workflows
/// write them, how transcripts keep them, and what the semantic key is taken from.
public final class MessageJson {

    private static final String TYPE = "type";
    private static final String TEXT = "text";
    private static final String CONTENT = "content";

    private MessageJson() {}

    public static JsonArray write(List<ModelMessage> messages) {
        return new JsonArray(
                messages.stream().<JsonValue>map(MessageJson::write).toList());
    }

    public static JsonObject write(ModelMessage message) {
        JsonObject.Builder json =
                JsonObject.builder().put("role", message.role().word());
        boolean plain = message.parts().size() == 1 && message.parts().getFirst() instanceof MessagePart.Text;
        json.put(
                CONTENT,
                plain
                        ? new JsonString(message.text())
                        : new JsonArray(message.parts().stream()
                                .<JsonValue>map(MessageJson::write)
                                .toList()));
        Verbatim verbatim = message.verbatim();
        if (verbatim != null) {
            json.put("verbatim", JsonObject.of("wire", verbatim.wire()).with("json", verbatim.json()));
        }
        return json.build();
    }

    private static JsonObject write(MessagePart part) {
        JsonObject.Builder json = JsonObject.builder();
        return switch (part) {
            case MessagePart.Text(var text) ->
                json.put(TYPE, TEXT).put(TEXT, text).build();
            case MessagePart.Reasoning(var text, var signature) ->
                json.put(TYPE, "reasoning")
                        .put(TEXT, text)
                        .putIfPresent("signature", signature)
                        .build();
            case MessagePart.ToolCall(var id, var name, var arguments) ->
                json.put(TYPE, "tool-call")
                        .put("id", id)
                        .put("name", name)
                        .put("arguments", arguments)
                        .build();
            case MessagePart.ToolResult(var id, var name, var content, var isError) ->
                json.put(TYPE, "tool-result")
                        .put("id", id)
                        .put("name", name)
                        .put(CONTENT, content)
                        .putIfPresent("isError", isError ? JsonBool.TRUE : null)
                        .build();
            case MessagePart.Opaque(var raw) ->
                json.put(TYPE, "opaque").put("json", raw).build();
        };
    }

    /// @throws IllegalArgumentException with what was expected and what was found
    public static List<ModelMessage> read(JsonArray messages) {
        List<ModelMessage> all = new ArrayList<>();
        for (int index = 0; index < messages.size(); index++) {
            all.add(read(messages.get(index), "messages[" + index + "]"));
        }
        return all;
    }

    private static ModelMessage read(JsonValue value, String where) {
        JsonObject message = value.asObject().orElseThrow(() -> expected(where, "an object with role and content"));
        Role role = message.string("role")
                .flatMap(Role::of)
                .orElseThrow(() -> expected(where + ".role", "system, user, assistant or tool"));
        return new ModelMessage(role, parts(message, role, where), verbatim(message));
    }

    private static @Nullable Verbatim verbatim(JsonObject message) {
        JsonObject kept = message.object("verbatim").orElse(JsonObject.EMPTY);
        JsonValue json = kept.get("json");
        return json == null ? null : new Verbatim(kept.string("wire").orElse(""), json);
    }

    private static List<MessagePart> parts(JsonObject message, Role role, String where) {
        return switch (message.get(CONTENT)) {
            case JsonString(var text) -> List.of(plain(message, role, text));
            case JsonArray array -> {
                List<MessagePart> parts = new ArrayList<>();
                for (int index = 0; index < array.size(); index++) {
                    parts.add(part(array.get(index), where + ".content[" + index + "]"));
                }
                yield parts;
            }
            case null, default -> throw expected(where + ".content", "a text or an array of parts");
        };
    }

    /// The content of a `tool` message is a result, whose call stands beside it.
    private static MessagePart plain(JsonObject message, Role role, String text) {
        return role == Role.TOOL
                ? new MessagePart.ToolResult(
                        message.string("toolCallId")
                                .or(() -> message.string("tool_call_id"))
                                .orElse(""),
                        message.string("name").orElse(""),
                        text,
                        false)
                : new MessagePart.Text(text);
    }

    private static MessagePart part(JsonValue value, String where) {
        JsonObject part = value.asObject().orElseThrow(() -> expected(where, "an object with a type"));
        return switch (part.string(TYPE).orElse("")) {
            case TEXT -> new MessagePart.Text(text(part, TEXT, where));
            case "reasoning" ->
                new MessagePart.Reasoning(
                        text(part, TEXT, where), part.string("signature").orElse(null));
            case "tool-call" ->
                new MessagePart.ToolCall(
                        text(part, "id", where),
                        text(part, "name", where),
                        part.object("arguments").orElse(JsonObject.EMPTY));
            case "tool-result" ->
                new MessagePart.ToolResult(
                        text(part, "id", where),
                        part.string("name").orElse(""),
                        text(part, CONTENT, where),
                        part.get("isError") == JsonBool.TRUE);
            case "opaque" -> {
                JsonValue json = part.get("json");
                yield new MessagePart.Opaque(json == null ? JsonObject.EMPTY : json);
            }
            default -> throw expected(where + ".type", "text, reasoning, tool-call, tool-result or opaque");
        };
    }

    private static String text(JsonObject part, String name, String where) {
        return part.string(name).orElseThrow(() -> expected(where + "." + name, "a text"));
    }

    private static IllegalArgumentException expected(String where, String what) {
        return new IllegalArgumentException(where + ": expected " + what);
    }
}
