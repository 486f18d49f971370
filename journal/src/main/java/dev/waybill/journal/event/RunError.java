package dev.waybill.journal.event;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;

/// Why something failed.
///
/// @param code stable, for programs
/// @param message for people: what was expected, what was found, what to do
/// @param retryable whether trying again can help
public record RunError(String code, String message, JsonObject details, boolean retryable) {

    public static RunError of(String code, String message) {
        return new RunError(code, message, JsonObject.EMPTY, false);
    }

    public static RunError retryable(String code, String message) {
        return new RunError(code, message, JsonObject.EMPTY, true);
    }

    public RunError with(String detail, JsonValue value) {
        return new RunError(code, message, details.with(detail, value), retryable);
    }

    public RunError with(String detail, String value) {
        return with(detail, new JsonString(value));
    }

    public JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder().put("code", code).put("message", message);
        if (!details.isEmpty()) {
            json.put("details", details);
        }
        return json.put("retryable", retryable).build();
    }

    /// What [#toJson] wrote.
    public static RunError ofJson(JsonObject json) {
        return read(new Payload("error", null, json));
    }

    static RunError read(Payload payload) {
        return new RunError(
                payload.text("code"), payload.text("message"), payload.object("details"), payload.flag("retryable"));
    }
}
