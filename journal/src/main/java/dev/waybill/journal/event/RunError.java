package dev.waybill.journal.event;

import static dev.waybill.journal.event.Kind.FLAG;
import static dev.waybill.journal.event.Kind.OBJECT_IF_ANY;
import static dev.waybill.journal.event.Kind.TEXT;

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
        return Members.write(this, RunError::of);
    }

    /// What [#toJson] wrote.
    public static RunError ofJson(JsonObject json) {
        return in(new Payload("error", null, json));
    }

    static RunError in(Payload payload) {
        return of(new Members.Read<>(payload));
    }

    private static RunError of(Members<RunError> members) {
        return new RunError(
                members.at("code", TEXT, RunError::code),
                members.at("message", TEXT, RunError::message),
                members.at("details", OBJECT_IF_ANY, RunError::details),
                members.at("retryable", FLAG, RunError::retryable));
    }
}
