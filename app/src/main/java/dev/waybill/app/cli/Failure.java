package dev.waybill.app.cli;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Refused;
import dev.waybill.evidence.index.UnusableIndex;
import dev.waybill.evidence.policy.PolicyRefused;
import dev.waybill.evidence.task.TaskRefused;
import dev.waybill.evidence.write.ExportRefused;
import dev.waybill.journal.CorruptLog;
import dev.waybill.journal.store.StoreException;
import dev.waybill.receipt.bundle.ArchiveRefused;
import dev.waybill.receipt.bundle.BundleRefused;
import dev.waybill.receipt.bundle.DisputeRefused;
import dev.waybill.receipt.bundle.UnreadableEvidence;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.merkle.MerkleException;
import dev.waybill.runtime.KeyLost;
import dev.waybill.view.text.SafeText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The end of a command that the user can understand: what is wrong, and what to do next.
///
/// It is shown as one to three lines, never as a stack trace, so it carries none.
public final class Failure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String code;
    private final String explanation;
    private final @Nullable String next;
    private final ExitCode exitCode;

    /// @param code a stable name for scripts, such as `input_not_found`
    /// @param message what is wrong: the thing, what was expected, what was found
    /// @param next what the user can do; null when the message says it all
    public Failure(ExitCode exitCode, String code, String message, @Nullable String next) {
        super(message, null, false, false);
        this.exitCode = exitCode;
        this.code = code;
        this.explanation = message;
        this.next = next;
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

    /// The failure that any other exception means to the user.
    public static Failure of(Throwable thrown) {
        return switch (thrown) {
            case Failure failure -> failure;
            case Rejected rejected ->
                new Failure(
                        ExitCode.NO,
                        rejected.code().name(),
                        message(rejected),
                        rejected.code().next());
            case UnreadableEvidence unreadable ->
                unreadable("expected " + unreadable.expected() + ", found " + unreadable.found(), unreadable.next());
            case ArchiveRefused archive ->
                new Failure(
                        ExitCode.TAMPERED,
                        archive.fault().name(),
                        message(archive),
                        archive.fault().next());
            case DisputeRefused dispute ->
                new Failure(
                        ExitCode.TAMPERED,
                        dispute.code().name(),
                        message(dispute),
                        dispute.code().next());
            case BundleRefused bundle ->
                new Failure(
                        ExitCode.NO,
                        bundle.reason().name().toLowerCase(Locale.ROOT),
                        message(bundle),
                        bundle.reason().next());
            case MerkleException merkle ->
                new Failure(
                        ExitCode.NO,
                        merkle.code().text(),
                        message(merkle),
                        merkle.code().next());
            case Refused refused -> RunFailures.of(refused);
            case StoreException store -> RunFailures.of(store);
            case CorruptLog corrupt -> RunFailures.of(corrupt);
            case KeyLost lost -> RunFailures.of(lost);
            case TaskRefused task -> new Failure(ExitCode.NO, task.code(), message(task), null);
            case PolicyRefused policy -> new Failure(ExitCode.NO, policy.code(), message(policy), null);
            case ExportRefused export ->
                new Failure(
                        ExitCode.NO,
                        export.reason().name().toLowerCase(Locale.ROOT),
                        message(export),
                        export.reason().next());
            case UnusableIndex index ->
                new Failure(
                        ExitCode.USAGE, "index_unusable", message(index), "Make it again: waybill evidence index DIR…");
            case JsonException json -> unreadable("the input is not JSON: " + message(json), null);
            case UncheckedIOException io -> of(Objects.requireNonNullElse(io.getCause(), new IOException(message(io))));
            case IOException io -> unreadable(ioMessage(io), null);
            case OutOfMemoryError _ ->
                new Failure(
                        ExitCode.USAGE,
                        "out_of_memory",
                        "there is not enough memory for this input",
                        "Give Java more: WAYBILL_JAVA_OPTS=-Xmx4g");
            default ->
                new Failure(
                        ExitCode.USAGE,
                        "internal",
                        "this should not happen: " + thrown,
                        "Please report it, with what WAYBILL_DEBUG=1 shows when you run the same again.");
        };
    }

    private static String message(Throwable thrown) {
        return Objects.requireNonNullElse(thrown.getMessage(), thrown.getClass().getSimpleName());
    }

    private static String ioMessage(IOException io) {
        return switch (io) {
            case NoSuchFileException missing -> "there is no file " + missing.getFile();
            case FileAlreadyExistsException existing -> existing.getFile() + " exists already";
            case AccessDeniedException denied -> "access to " + denied.getFile() + " is denied";
            default -> message(io);
        };
    }

    public String code() {
        return code;
    }

    public String explanation() {
        return explanation;
    }

    public @Nullable String next() {
        return next;
    }

    public ExitCode exitCode() {
        return exitCode;
    }

    /// `{"error":{"code","message","next"}}`; `next` is left out when there is none.
    public JsonObject toJson() {
        return JsonObject.builder()
                .put(
                        "error",
                        JsonObject.builder()
                                .put("code", code)
                                .put("message", explanation)
                                .putIfPresent("next", next)
                                .build())
                .build();
    }

    /// The lines for a person. Names of files and pieces of input may be in them, so they are made safe.
    public String toText() {
        return "waybill: " + SafeText.of(explanation) + (next == null ? "" : "\n  " + SafeText.of(next));
    }
}
