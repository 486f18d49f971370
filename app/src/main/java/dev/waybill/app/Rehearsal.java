package dev.waybill.app;

import dev.waybill.app.cli.Environment;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Runs typical commands in one process while the JVM watches, so that later starts find their classes
/// loaded and linked. The launcher runs it once for each role after a build.
///
/// Roles are kept apart because a small command is slower with a cache full of what it does not use.
public final class Rehearsal {

    private Rehearsal() {}

    /// @param args the role, `quick` or `bulk`
    public static void main(String... args) {
        Environment silent = silent();
        for (List<String> words : args.length > 0 && args[0].equals("bulk") ? bulk() : quick()) {
            Main.run(silent, words.toArray(String[]::new));
        }
        // As Main ends: leaving the JVM this way loads classes, too.
        System.exit(0);
    }

    /// Small commands: one receipt, one question.
    private static List<List<String>> quick() {
        return List.of(
                List.of("--version"),
                List.of("--help"),
                List.of("--version", "--json"),
                List.of("doctor", "--help"),
                List.of("doctor", "--no-such-option"),
                List.of("no-such-command"));
    }

    /// Commands that may read a million receipts.
    private static List<List<String>> bulk() {
        return List.of(List.of("--version"), List.of("--help"));
    }

    private static Environment silent() {
        PrintStream nowhere = Environment.stream(OutputStream.nullOutputStream());
        @Nullable String home = System.getProperty("user.home");
        return new Environment(
                new ByteArrayInputStream(new byte[0]),
                nowhere,
                nowhere,
                java.util.Collections.singletonMap("HOME", home == null ? "." : home),
                InstantSource.system());
    }
}
