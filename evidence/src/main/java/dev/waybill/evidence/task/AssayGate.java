package dev.waybill.evidence.task;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The bridge to Assay: runs its gate where it is installed. Whatever happens to it, the answer is a report or a
/// reason, never an exception: a task's end must not fail for want of an auditor.
public final class AssayGate {

    /// What the gate exits with when it was asked in the wrong way; 0 and 1 are its verdicts.
    private static final int BAD_INPUT = 3;

    private static final int MOST_OUTPUT = 16 << 20;

    private final List<String> searchPath;
    private final Duration patience;

    /// @param searchPath the folders in which programs are looked for, in order
    public AssayGate(List<String> searchPath, Duration patience) {
        this.searchPath = List.copyOf(searchPath);
        this.patience = patience;
    }

    /// @param repository the working tree that the gate judges
    /// @param environment what the gate is told beside its arguments
    public GateReport check(Path repository, Map<String, String> environment) {
        if (!Files.isDirectory(repository)) {
            return GateReport.degraded("no repository at " + repository);
        }
        return searchPath.stream()
                .map(folder -> Path.of(folder).resolve("assay"))
                .filter(Files::isExecutable)
                .findFirst()
                .map(program -> run(program, repository, environment))
                .orElseGet(() -> GateReport.degraded("assay CLI not found on PATH"));
    }

    private GateReport run(Path program, Path repository, Map<String, String> environment) {
        ProcessBuilder builder = new ProcessBuilder(
                        program.toString(), "gate", "check", repository.toString(), "--min-score", "0", "--json")
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(environment);
        try {
            return outcome(builder.start());
        } catch (IOException e) {
            return GateReport.degraded("assay could not be started: " + e.getMessage());
        }
    }

    private GateReport outcome(Process process) throws IOException {
        process.getOutputStream().close();
        CompletableFuture<byte[]> output = CompletableFuture.supplyAsync(() -> read(process.getInputStream()));
        try {
            byte[] printed = output.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                return GateReport.degraded("assay gate check timed out");
            }
            return process.exitValue() == BAD_INPUT
                    ? GateReport.degraded("assay gate check: bad input")
                    : report(printed);
        } catch (TimeoutException _) {
            return GateReport.degraded("assay gate check timed out");
        } catch (ExecutionException e) {
            return GateReport.degraded("assay's output could not be read: " + e.getCause());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return GateReport.degraded("assay gate check was interrupted");
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static byte[] read(InputStream in) {
        try {
            byte[] read = in.readNBytes(MOST_OUTPUT + 1);
            if (read.length > MOST_OUTPUT) {
                throw new UncheckedIOException(new IOException("more than " + MOST_OUTPUT + " bytes"));
            }
            return read;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static GateReport report(byte[] printed) {
        try {
            return GateReport.of(JsonReader.readAnyNumbers(printed, JsonLimits.DOCUMENT));
        } catch (JsonException e) {
            return GateReport.degraded("assay returned non-JSON output: " + e.getMessage());
        }
    }
}
