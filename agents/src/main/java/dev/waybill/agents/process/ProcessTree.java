package dev.waybill.agents.process;

import dev.waybill.runtime.egress.Seam;
import java.io.BufferedInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A program of the operator's, and everything that it starts. It sees a handful of variables and those that it is
/// given, never the host's own: what a host knows of keys and databases is none of its business.
public final class ProcessTree implements AutoCloseable {

    /// What programs need to find others, a home and a place for temporary files.
    private static final List<String> PASSED_ON =
            List.of("PATH", "HOME", "USER", "LANG", "LC_ALL", "TMPDIR", "TEMP", "TMP", "SystemRoot");

    private static final int KEPT_ERRORS = 4_000;
    private static final long GRACE_MILLIS = 500;
    private static final Duration LAST_WORDS = Duration.ofSeconds(2);

    private final Process process;
    private final BufferedInputStream output;
    private final StringBuilder errors = new StringBuilder();
    private final Thread listener;

    private ProcessTree(Process process) {
        this.process = process;
        this.output = new BufferedInputStream(process.getInputStream());
        this.listener = Thread.ofVirtual().name("program-errors").start(this::keepErrors);
    }

    /// @param variables besides those that every program gets
    /// @param folder where it runs; null for here
    /// @throws IOException when there is no such program
    public static ProcessTree start(List<String> command, Map<String, String> variables, @Nullable String folder)
            throws IOException {
        Seam.PROGRAM.pass();
        return computing(command, variables, folder);
    }

    /// The same for a program of ours that only computes, which is no way out: also a replay may have it compute.
    /// What it asks for goes through the seams of whoever answers; whoever has it do more passes one first.
    public static ProcessTree computing(List<String> command, Map<String, String> variables, @Nullable String folder)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(command));
        Map<String, String> passed = new LinkedHashMap<>();
        PASSED_ON.forEach(name -> {
            String value = builder.environment().get(name);
            if (value != null) {
                passed.put(name, value);
            }
        });
        passed.putAll(variables);
        builder.environment().clear();
        builder.environment().putAll(passed);
        if (folder != null) {
            builder.directory(new File(folder));
        }
        return new ProcessTree(builder.start());
    }

    public InputStream output() {
        return output;
    }

    public OutputStream input() {
        return process.getOutputStream();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public int waitFor() throws InterruptedException {
        return process.waitFor();
    }

    /// Whether it has ended by then.
    public boolean waitFor(Duration patience) throws InterruptedException {
        return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    /// The end of what it wrote to its standard error. Asked when it fails, while its last words may still be on their
    /// way; one that lives on, or left others behind, may hold the line for ever, so nobody waits for long.
    public String errors() {
        try {
            listener.join(LAST_WORDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        synchronized (errors) {
            return errors.toString().strip();
        }
    }

    private void keepErrors() {
        char[] piece = new char[1_024];
        try (Reader in = process.errorReader(StandardCharsets.UTF_8)) {
            int read = in.read(piece);
            while (read >= 0) {
                synchronized (errors) {
                    errors.append(piece, 0, read);
                    errors.delete(0, Math.max(0, errors.length() - KEPT_ERRORS));
                }
                read = in.read(piece);
            }
        } catch (IOException _) {
            // It is gone.
        }
    }

    /// Ends it: its input first, then by a signal, then without asking; and all that it started.
    @Override
    public void close() {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process.toHandle());
        try {
            process.getOutputStream().close();
        } catch (IOException _) {
            // It does not listen any more.
        }
        all.forEach(ProcessHandle::destroy);
        try {
            process.waitFor(GRACE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        all.forEach(ProcessHandle::destroyForcibly);
    }
}
