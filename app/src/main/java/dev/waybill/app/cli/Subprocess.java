package dev.waybill.app.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A short run of another program, with everything it said.
public record Subprocess(int exitCode, String output) {

    private static final long PATIENCE_SECONDS = 30;

    /// Runs it to its end; a program that cannot start or does not end counts as failed.
    public static Subprocess run(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                return new Subprocess(process.exitValue(), output);
            }
            process.destroyForcibly();
            return new Subprocess(-1, output);
        } catch (IOException e) {
            return new Subprocess(-1, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Subprocess(-1, "interrupted");
        }
    }

    public boolean succeeded() {
        return exitCode == 0;
    }
}
