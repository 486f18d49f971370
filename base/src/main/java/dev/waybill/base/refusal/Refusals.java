package dev.waybill.base.refusal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;

/// What any exception means to whoever asked.
public final class Refusals {

    /// The code of our own mistakes.
    public static final String INTERNAL = "internal";

    private Refusals() {}

    /// Ours say it themselves. Of an exception that nobody expected neither the name nor the words are told:
    /// they speak of our insides, and belong to a log. JSON that cannot be read is no caller's mistake by itself:
    /// whether it was given to us or kept by us, only its reader knows.
    public static Refusal of(Throwable thrown) {
        return switch (thrown) {
            case Refusing ours -> ours.refusal();
            case UncheckedIOException io when io.getCause() != null -> of(io.getCause());
            case IOException io -> unreadable(message(io));
            case OutOfMemoryError _ ->
                new Refusal(
                        Kind.INTERNAL,
                        "out_of_memory",
                        "there is not enough memory for this input",
                        "Give Java more: WAYBILL_JAVA_OPTS=-Xmx4g");
            default -> internal();
        };
    }

    /// The same for somebody who reaches this host through a door. A file that cannot be read there is the host's.
    public static Refusal outside(Throwable thrown) {
        return switch (thrown) {
            case Refusing ours -> ours.outside();
            case IOException _, UncheckedIOException _ -> internal();
            default -> of(thrown);
        };
    }

    private static Refusal internal() {
        return new Refusal(Kind.INTERNAL, INTERNAL, "something went wrong inside Waybill", null);
    }

    private static Refusal unreadable(String message) {
        return new Refusal(Kind.UNREADABLE, "input_unreadable", message, null);
    }

    private static String message(IOException io) {
        return switch (io) {
            case NoSuchFileException missing -> "there is no file " + missing.getFile();
            case FileAlreadyExistsException existing -> existing.getFile() + " exists already";
            case AccessDeniedException denied -> "access to " + denied.getFile() + " is denied";
            // HttpClient has no message for an address where nobody listens.
            default -> Objects.requireNonNullElse(io.getMessage(), "reading, writing or connecting failed");
        };
    }
}
