package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.Refusals;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a tool answers: the same in structure and in words. The answer to an advance is stored with it, and a repeated
/// call gets these bytes again.
///
/// @param structured the result's `structuredContent`
/// @param text for agents that read only text
/// @param meta the result's `_meta`
/// @param isError whether nothing was done because the call was refused
public record GuidedAnswer(JsonObject structured, String text, JsonObject meta, boolean isError) {

    /// The answer to a call that failed, as data that an agent can act on. What other rooms refuse is told with a code
    /// of this contract.
    public static GuidedAnswer refused(Throwable thrown) {
        Refusal told = Refusals.of(thrown);
        Refusal refusal = thrown instanceof GuidedRefusal
                ? told
                : new Refusal(
                        told.kind(), GuidedCode.of(told.kind()).name(), told.message(), next(told), told.details());
        return new GuidedAnswer(
                refusal.toJson(),
                "%s: %s\nWhat to do: %s\n".formatted(refusal.code(), refusal.message(), sentence(refusal.next())),
                JsonObject.EMPTY,
                true);
    }

    private static String next(Refusal refusal) {
        return switch (refusal.kind()) {
            case FORBIDDEN -> "ask your user for an API key with this scope";
            case UNAVAILABLE -> "repeat the call with the same arguments; nothing happens twice";
            case DAMAGED, INTERNAL ->
                "repeat the call with the same arguments; if it fails again, tell your user: the details are in"
                        + " waybill's log, on its standard error";
            default -> Objects.requireNonNullElse(refusal.next(), "look at the run and its state first");
        };
    }

    private static String sentence(@Nullable String next) {
        return next == null ? "" : next.endsWith(".") ? next : next + ".";
    }

    /// The bytes that are stored.
    byte[] bytes() {
        return JsonWriter.compactBytes(JsonObject.builder()
                .put("structured", structured)
                .put("text", text)
                .put("meta", meta)
                .put("isError", isError)
                .build());
    }

    static GuidedAnswer read(byte[] bytes) {
        JsonObject json = JsonReader.readObject(bytes, JsonLimits.DOCUMENT);
        return new GuidedAnswer(
                json.object("structured").orElseThrow(),
                json.string("text").orElseThrow(),
                json.object("meta").orElseThrow(),
                json.get("isError") == JsonBool.TRUE);
    }
}
