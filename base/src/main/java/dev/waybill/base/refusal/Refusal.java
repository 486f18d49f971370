package dev.waybill.base.refusal;

import dev.waybill.base.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// Why something was not done.
///
/// @param code a stable name for programs
/// @param message what was expected and what was found, in one sentence
/// @param next what can be done about it, whatever the door; null when the message says it all
/// @param details for programs; empty when there are none
public record Refusal(
        Kind kind, String code, String message, @Nullable String next, JsonObject details) {

    public Refusal(Kind kind, String code, String message, @Nullable String next) {
        this(kind, code, message, next, JsonObject.EMPTY);
    }

    public Refusal withNext(@Nullable String other) {
        return new Refusal(kind, code, message, other, details);
    }

    /// `{"error":{"code","message","next","details"}}`; what there is none of is left out.
    public JsonObject toJson() {
        return JsonObject.of(
                "error",
                JsonObject.of("code", code)
                        .with("message", message)
                        .withIfPresent("next", next)
                        .withIfPresent("details", details.isEmpty() ? null : details));
    }
}
