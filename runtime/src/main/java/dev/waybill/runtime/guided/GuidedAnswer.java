package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.Refusals;
import dev.waybill.journal.store.KeptJson;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// An answer of a tool, the same in structure and in words. The answer to an advance is stored with its call in both
/// forms, so a repeated call gets the same bytes whichever form its first answer was sent in.
///
/// @param structured the answer as the contract has it
/// @param text the same as Markdown, for agents
/// @param meta the result's `_meta`
/// @param isError whether nothing was done because the call was refused
public record GuidedAnswer(JsonObject structured, String text, JsonObject meta, boolean isError) {

    /// The answer to a call that failed, as data that an agent can act on. What other rooms refuse is told
    /// with a code of this contract.
    public static GuidedAnswer refused(Throwable thrown) {
        return refused(refusal(thrown), null);
    }

    /// The same, with the call as it should have been, where the caller made the mistake.
    static GuidedAnswer refused(Throwable thrown, GuidedTool tool, JsonObject arguments) {
        Refusal refusal = refusal(thrown);
        if (!isMendable(refusal)) {
            return refused(refusal, null);
        }
        boolean unknown = refusal.code().equals(GuidedCode.UNKNOWN_FIELD.name());
        String meant = refusal.details().string(Discovery.MEANT).orElse(null);
        String wrong = unknown || meant != null
                ? ""
                : refusal.details().string("field").orElse("");
        JsonArray problems = refusal.details().array("problems").orElse(JsonArray.EMPTY);
        JsonObject given = meant == null ? arguments : arguments.with("workflowId", meant);
        return refused(refusal, new Call(tool.wire(), CorrectedCall.of(tool, given, wrong, problems)));
    }

    /// No other call of this tool would do.
    private static final List<String> HOPELESS =
            List.of(GuidedCode.FEATURE_OFF.name(), GuidedCode.TOKEN_UNSUPPORTED_VERSION.name());

    private record Call(String tool, JsonObject arguments) {}

    private static boolean isMendable(Refusal refusal) {
        return switch (refusal.kind()) {
            case UNREADABLE, INVALID, NOT_FOUND, UNFIT -> !HOPELESS.contains(refusal.code());
            case UNAUTHENTICATED, FORBIDDEN, CONFLICT, GONE, LIMITED, UNAVAILABLE, DAMAGED, INTERNAL -> false;
        };
    }

    private static Refusal refusal(Throwable thrown) {
        Refusal told = Refusals.outside(thrown);
        return thrown instanceof GuidedRefusal
                ? told
                : new Refusal(
                        told.kind(), GuidedCode.of(told.kind()).name(), told.message(), next(told), told.details());
    }

    private static GuidedAnswer refused(Refusal refusal, @Nullable Call call) {
        StringBuilder text = new StringBuilder("%s: %s\n".formatted(refusal.code(), refusal.message()));
        refusal.details().array("problems").ifPresent(problems -> BlockerText.write(text, problems));
        text.append("What to do: ").append(sentence(refusal.next())).append('\n');
        Refusal whole = refusal;
        if (call != null) {
            text.append("The call's shape: %s %s\n".formatted(call.tool(), JsonWriter.compact(call.arguments())));
            whole = new Refusal(
                    refusal.kind(),
                    refusal.code(),
                    refusal.message(),
                    refusal.next(),
                    refusal.details()
                            .with("call", JsonObject.of("tool", call.tool()).with("arguments", call.arguments())));
        }
        AnswerText.fence(text, whole.toJson());
        return new GuidedAnswer(whole.toJson(), text.toString(), JsonObject.EMPTY, true);
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
        return JsonWriter.compactBytes(JsonObject.of("structured", structured)
                .with("text", text)
                .with("meta", meta)
                .with("isError", isError));
    }

    static GuidedAnswer read(byte[] bytes) {
        JsonObject json = KeptJson.read(bytes, "answers, a call of a guided run");
        return new GuidedAnswer(
                json.object("structured").orElseThrow(),
                json.string("text").orElseThrow(),
                json.object("meta").orElseThrow(),
                json.get("isError") == JsonBool.TRUE);
    }
}
