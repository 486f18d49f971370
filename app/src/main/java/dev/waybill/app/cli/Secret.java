package dev.waybill.app.cli;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Where a secret lies: `env:VARIABLE` or `file:PATH` (`file:/dev/stdin` for standard input). Everybody on a
/// machine can read its command lines, so every option that takes a secret takes these as well.
public final class Secret {

    /// For the help of options.
    public static final String FORMS = "env:VARIABLE or file:PATH keeps it off the command line";

    private static final String VARIABLE = "env:";
    private static final String FILE = "file:";
    private static final int MAX_BYTES = 1 << 20;

    private Secret() {}

    /// The text of an option that may be a secret itself or say where it lies.
    public static String text(String option, Environment environment) {
        return referenced(option, environment)
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8).strip())
                .orElse(option);
    }

    /// Whether a text says where a secret lies, and is none itself.
    public static boolean isReference(String text) {
        return text.startsWith(VARIABLE) || text.startsWith(FILE);
    }

    /// What a reference leads to; empty when the text is none.
    static Optional<byte[]> referenced(String text, Environment environment) {
        if (text.startsWith(VARIABLE)) {
            String name = text.substring(VARIABLE.length());
            return Optional.of(environment
                    .variable(name)
                    .orElseThrow(() -> Failure.unreadable(
                            "the environment variable " + name + " is not set", "Set it, or give another reference."))
                    .getBytes(StandardCharsets.UTF_8));
        }
        return text.startsWith(FILE)
                ? Optional.of(bytes(text.substring(FILE.length()), environment))
                : Optional.empty();
    }

    static byte[] bytes(String path, Environment environment) {
        try (Input input = Input.open(path, environment)) {
            return input.bytes(MAX_BYTES);
        }
    }
}
