package dev.waybill.app.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// Runs a program as a user's shell would, and keeps all that it said.
record Shell(Path directory, Map<String, @Nullable String> variables) {

    record Result(int exitCode, String out, String err) {}

    static Shell in(Path directory) {
        Map<String, @Nullable String> variables = new LinkedHashMap<>();
        // What this build runs with must not help the program under test.
        variables.put("JAVA_TOOL_OPTIONS", null);
        variables.put("WAYBILL_DEBUG", null);
        variables.put("WAYBILL_JAVA_OPTS", null);
        return new Shell(directory, variables);
    }

    /// A copy with one variable set, or unset by null.
    Shell with(String name, @Nullable String value) {
        Map<String, @Nullable String> copy = new LinkedHashMap<>(variables);
        copy.put(name, value);
        return new Shell(directory, copy);
    }

    Result run(String... command) {
        try {
            var builder = new ProcessBuilder(Arrays.asList(command)).directory(directory.toFile());
            variables.forEach((name, value) -> {
                if (value == null) {
                    builder.environment().remove(name);
                } else {
                    builder.environment().put(name, value);
                }
            });
            Process process = builder.start();
            process.getOutputStream().close();
            // Both pipes are drained at once: a program that fills one must not wait for ever.
            CompletableFuture<String> err = CompletableFuture.supplyAsync(() -> text(process.getErrorStream()));
            String out = text(process.getInputStream());
            return new Result(process.waitFor(), out, err.join());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// Writes a program that can be run.
    static Path program(Path file, String text) {
        try {
            Files.createDirectories(file.resolveSibling("."));
            Files.writeString(file, text);
            if (!file.toFile().setExecutable(true)) {
                throw new IllegalStateException(file + " cannot be made executable");
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(java.io.InputStream in) {
        try (in) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
