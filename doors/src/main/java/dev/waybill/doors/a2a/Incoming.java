package dev.waybill.doors.a2a;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.carry.Carried;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A message of another agent, in either spelling.
///
/// @param messageId two messages with the same are one
/// @param taskId the task that it goes on with; null begins one
/// @param text all parts of text together; empty when there is none
/// @param data the members of all parts of data
record Incoming(
        String messageId,
        @Nullable String taskId,
        @Nullable String contextId,
        String text,
        JsonObject data,
        JsonObject metadata,
        Carried carried) {

    private static final int LONGEST_ID = 256;
    private static final String SKILL = "skillId";

    /// @throws A2aRefusal when it is no message, or holds what no workflow takes
    static Incoming of(JsonObject params) {
        JsonObject message =
                params.object("message").orElseThrow(() -> invalid("expected \"message\" to be an object"));
        String messageId = id(message, "messageId");
        if (messageId == null) {
            throw invalid("expected \"messageId\": with it, a message that is sent twice is one");
        }
        JsonArray parts = message.array("parts").orElseThrow(() -> invalid("expected \"parts\" to be an array"));
        StringBuilder text = new StringBuilder();
        Map<String, JsonValue> data = new LinkedHashMap<>();
        for (JsonValue item : parts) {
            take(item.asObject().orElseThrow(() -> invalid("expected each part to be an object")), text, data);
        }
        JsonObject metadata = merged(
                params.object("metadata").orElse(JsonObject.EMPTY),
                message.object("metadata").orElse(JsonObject.EMPTY));
        return new Incoming(
                messageId,
                id(message, "taskId"),
                id(message, "contextId"),
                text.toString(),
                new JsonObject(data),
                metadata,
                carried(metadata));
    }

    private static void take(JsonObject part, StringBuilder text, Map<String, JsonValue> data) {
        if (part.get("text") instanceof JsonString(var words)) {
            text.append(text.isEmpty() ? "" : "\n").append(words);
        } else if (part.get("data") instanceof JsonObject members) {
            data.putAll(members.members());
        } else {
            throw new A2aRefusal(
                    A2aRefusal.CONTENT_TYPE_NOT_SUPPORTED,
                    "expected parts of text, and of data with a JSON object; this agent takes no files");
        }
    }

    private static JsonObject merged(JsonObject general, JsonObject own) {
        Map<String, JsonValue> members = new LinkedHashMap<>(general.members());
        members.putAll(own.members());
        return new JsonObject(members);
    }

    private static Carried carried(JsonObject metadata) {
        try {
            return Carried.ofA2a(metadata);
        } catch (IllegalArgumentException e) {
            throw invalid(String.valueOf(e.getMessage()));
        }
    }

    private static @Nullable String id(JsonObject message, String name) {
        if (!message.has(name)) {
            return null;
        }
        return message.string(name)
                .filter(id -> !id.isBlank() && id.length() <= LONGEST_ID)
                .orElseThrow(() ->
                        invalid("expected \"%s\" to be a text of 1 to %d characters".formatted(name, LONGEST_ID)));
    }

    private static A2aRefusal invalid(String message) {
        return new A2aRefusal(A2aRefusal.INVALID_PARAMS, message);
    }

    /// The workflow that the sender wants; A2A itself has no place for it.
    Optional<String> skill() {
        return metadata.string(SKILL).or(() -> metadata.string("workflowId"));
    }

    /// What it says, to tell it from another message of the same id.
    JsonObject said() {
        return JsonObject.of("text", text).with("data", data);
    }

    Incoming carrying(Carried all) {
        return new Incoming(messageId, taskId, contextId, text, data, metadata, all);
    }

    /// What a workflow is started with: data by name, and the words as `text`.
    JsonObject inputs() {
        return text.isEmpty() || data.has("text") ? data : data.with("text", text);
    }
}
