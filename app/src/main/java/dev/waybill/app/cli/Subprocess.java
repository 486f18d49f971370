package dev.waybill.app.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A short run of another program, with everything it said.
public record Subprocess(int exitCode, String output) {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration GLANCE = Duration.ofSeconds(2);

    /// Runs it to its end; a program that cannot start or does not end counts as failed.
    public static Subprocess run(List<String> command) {
        return run(command, PATIENCE);
    }

    static Subprocess run(List<String> command, Duration patience) {
        try {
            // A file and no pipe: a pipe has no end before the last process that inherited it.
            Path said = Files.createTempFile("waybill-", ".out");
            try {
                Process process = start(command, ProcessBuilder.Redirect.to(said.toFile()));
                boolean ended = process.waitFor(patience);
                if (!ended) {
                    process.destroyForcibly();
                }
                return new Subprocess(
                        ended ? process.exitValue() : -1, new String(Files.readAllBytes(said), StandardCharsets.UTF_8));
            } finally {
                Files.deleteIfExists(said);
            }
        } catch (IOException e) {
            return new Subprocess(-1, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Subprocess(-1, "interrupted");
        }
    }

    /// Starts a program that may outlive this one, such as a browser.
    ///
    /// @return whether it is at work, or has done its work already
    public static boolean launch(List<String> command) {
        try {
            Process process = start(command, ProcessBuilder.Redirect.DISCARD);
            return !process.waitFor(GLANCE) || process.exitValue() == 0;
        } catch (IOException _) {
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static Process start(List<String> command, ProcessBuilder.Redirect output) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        process.getOutputStream().close();
        return process;
    }

    public boolean succeeded() {
        return exitCode == 0;
    }
}
