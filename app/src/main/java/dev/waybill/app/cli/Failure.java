package dev.waybill.app.cli;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.Refusals;
import dev.waybill.base.refusal.Refusing;
import dev.waybill.view.text.SafeText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The end of a command that the user can understand: what is wrong, and what to do next.
///
/// It is shown as one to four lines, never as a stack trace, so it carries none.
public final class Failure extends RuntimeException implements Refusing {

    private static final long serialVersionUID = 1L;

    private final transient Refusal refusal;
    private final ExitCode exitCode;
    private final transient List<String> excerpt;

    /// @param code a stable name for scripts, such as `input_not_found`
    /// @param message what is wrong: the thing, what was expected, what was found
    /// @param next what the user can do; null when the message says it all
    public Failure(ExitCode exitCode, String code, String message, @Nullable String next) {
        this(exitCode, new Refusal(exitCode.kind(), code, message, next), List.of());
    }

    private Failure(ExitCode exitCode, Refusal refusal, List<String> excerpt) {
        super(refusal.message(), null, false, false);
        this.exitCode = exitCode;
        this.refusal = refusal;
        this.excerpt = excerpt;
    }

    /// Something that the command needs cannot be reached now.
    public static Failure unavailable(String code, String message, @Nullable String next) {
        return new Failure(ExitCode.NO, new Refusal(Kind.UNAVAILABLE, code, message, next), List.of());
    }

    /// The command line is wrong.
    public static Failure usage(String message, @Nullable String next) {
        return new Failure(ExitCode.USAGE, "usage", message, next);
    }

    /// The input cannot be read at all.
    public static Failure unreadable(String message, @Nullable String next) {
        return new Failure(ExitCode.USAGE, "input_unreadable", message, next);
    }

    /// The input was read but is not what the command needs.
    public static Failure unexpected(String what, String expected, String found, @Nullable String next) {
        return new Failure(
                ExitCode.USAGE, "input_unexpected", what + ": expected " + expected + ", found " + found, next);
    }

    /// The input is not the JSON that the command needs; a person is shown the line, too.
    ///
    /// @param text what was read
    public static Failure badJson(String what, JsonException wrong, byte[] text) {
        Refusal refusal = new Refusal(ExitCode.USAGE.kind(), "input_unexpected", what + ": " + wrong.in(text), null);
        return new Failure(ExitCode.USAGE, refusal, wrong.excerpt(text));
    }

    /// The failure that any other exception means to the user.
    public static Failure of(Throwable thrown) {
        if (thrown instanceof Failure failure) {
            return failure;
        }
        Refusal refusal = Refusals.of(thrown);
        return new Failure(ExitCode.of(refusal.kind()), refusal.withNext(NextSteps.of(refusal)), List.of());
    }

    @Override
    public Refusal refusal() {
        return refusal;
    }

    public String explanation() {
        return refusal.message();
    }

    public ExitCode exitCode() {
        return exitCode;
    }

    public JsonObject toJson() {
        return refusal.toJson();
    }

    /// The lines for a person. Names of files and pieces of input may be in them, so they are made safe.
    public String toText() {
        StringBuilder shown = new StringBuilder();
        excerpt.forEach(line -> shown.append("\n  ").append(SafeText.of(line)));
        return "waybill: " + SafeText.of(refusal.message()) + shown
                + (refusal.next() == null ? "" : "\n  " + SafeText.of(refusal.next()));
    }
}
