package dev.waybill.doors.a2a;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.Locale;

/// How a revision of the protocol writes what both mean. The method that a client calls tells which one it speaks.
enum Spelling {
    /// `message/send`, `input-required`, `{"kind":"text"}`.
    V0_3,
    /// `SendMessage`, `TASK_STATE_INPUT_REQUIRED`, `{"text":…}`; what comes back is wrapped in its kind.
    V1_0;

    /// What is asked for.
    enum Operation {
        SEND,
        STREAM,
        GET,
        CANCEL,
        RESUBSCRIBE,
        CARD,
        PUSH
    }

    record Method(Operation operation, Spelling spelling) {}

    static Method method(String name) {
        return switch (name) {
            case "message/send" -> new Method(Operation.SEND, V0_3);
            case "message/stream" -> new Method(Operation.STREAM, V0_3);
            case "tasks/get" -> new Method(Operation.GET, V0_3);
            case "tasks/cancel" -> new Method(Operation.CANCEL, V0_3);
            case "tasks/resubscribe" -> new Method(Operation.RESUBSCRIBE, V0_3);
            case "agent/getAuthenticatedExtendedCard" -> new Method(Operation.CARD, V0_3);
            case "tasks/pushNotificationConfig/set",
                    "tasks/pushNotificationConfig/get",
                    "tasks/pushNotificationConfig/list",
                    "tasks/pushNotificationConfig/delete" -> new Method(Operation.PUSH, V0_3);
            case "SendMessage" -> new Method(Operation.SEND, V1_0);
            case "SendStreamingMessage" -> new Method(Operation.STREAM, V1_0);
            case "GetTask" -> new Method(Operation.GET, V1_0);
            case "CancelTask" -> new Method(Operation.CANCEL, V1_0);
            case "SubscribeToTask" -> new Method(Operation.RESUBSCRIBE, V1_0);
            case "GetExtendedAgentCard" -> new Method(Operation.CARD, V1_0);
            case "CreateTaskPushNotificationConfig",
                    "GetTaskPushNotificationConfig",
                    "ListTaskPushNotificationConfigs",
                    "DeleteTaskPushNotificationConfig" -> new Method(Operation.PUSH, V1_0);
            default -> throw new A2aRefusal(A2aRefusal.METHOD_NOT_FOUND, "this agent knows no method \"" + name + "\"");
        };
    }

    String state(String state) {
        return this == V0_3
                ? state
                : "TASK_STATE_" + state.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    String agent() {
        return this == V0_3 ? "agent" : "ROLE_AGENT";
    }

    JsonObject text(String text) {
        return part("text", new JsonString(text));
    }

    JsonObject data(JsonValue data) {
        return part("data", data);
    }

    private JsonObject part(String kind, JsonValue content) {
        JsonObject part = this == V0_3 ? JsonObject.of("kind", kind) : JsonObject.EMPTY;
        return part.with(kind, content);
    }

    /// A task, message or update: 0.3 says inside what it is.
    JsonObject.Builder begin(String kind) {
        JsonObject.Builder json = JsonObject.builder();
        return this == V0_3 ? json.put("kind", kind) : json;
    }

    /// The same as a result that may be several things: 1.0 says around it what it is.
    JsonObject result(String kind, JsonObject value) {
        return this == V0_3 ? value : JsonObject.of(wrapper(kind), value);
    }

    private static String wrapper(String kind) {
        return switch (kind) {
            case "status-update" -> "statusUpdate";
            case "artifact-update" -> "artifactUpdate";
            default -> kind;
        };
    }

    /// Whether a client is told with the last update that it is the last: 1.0 just ends the stream.
    JsonObject last(JsonObject update, boolean last) {
        return this == V0_3 ? update.with("final", JsonBool.of(last)) : update;
    }
}
