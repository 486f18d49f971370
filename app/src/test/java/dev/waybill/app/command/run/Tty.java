package dev.waybill.app.command.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Waybill in a process of its own at a real terminal: what is typed goes through a pseudo terminal of the system, with
/// its echo and its Ctrl-C, and what is seen is what a person would see. `script` of util-linux makes the terminal; a
/// system without it fails these tests instead of passing them over.
final class Tty implements AutoCloseable {

    private static final Path SCRIPT = Path.of("/usr/bin/script");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final StringBuilder screen = new StringBuilder();
    private final Thread reader;
    private int seen;

    private Tty(Process process) {
        this.process = process;
        this.reader = Thread.ofVirtual().start(this::read);
    }

    static Tty waybill(Map<String, String> variables, String... words) {
        assertThat(SCRIPT).as("util-linux's script, which makes a terminal").isExecutable();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-Dstdout.encoding=UTF-8",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "dev.waybill.app.Main"));
        command.addAll(List.of(words));
        // Who runs the tests may ignore Ctrl-C, as shells make background jobs do, and children inherit that.
        StringBuilder line = new StringBuilder("exec env --default-signal=INT");
        command.forEach(
                word -> line.append(" '").append(word.replace("'", "'\\''")).append('\''));
        ProcessBuilder builder =
                new ProcessBuilder(SCRIPT.toString(), "-qfec", line.toString(), "/dev/null").redirectErrorStream(true);
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().put("TERM", "xterm");
        builder.environment().put("COLUMNS", "100");
        builder.environment().put("SHELL", "/bin/sh");
        builder.environment().putAll(variables);
        try {
            return new Tty(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read() {
        try (InputStream in = process.getInputStream()) {
            var bytes = new java.io.InputStreamReader(in, StandardCharsets.UTF_8);
            char[] buffer = new char[4096];
            for (int read = bytes.read(buffer); read >= 0; read = bytes.read(buffer)) {
                seen(String.valueOf(buffer, 0, read));
            }
        } catch (IOException e) {
            seen("\n[the terminal broke: " + e.getMessage() + "]");
        }
    }

    private synchronized void seen(String text) {
        screen.append(text);
    }

    /// Waits until something is seen behind what was waited for before; gives the first group, or all of it.
    String await(String regex) throws InterruptedException {
        Pattern pattern = Pattern.compile(regex);
        Instant end = Instant.now().plus(PATIENCE);
        while (true) {
            boolean over = !reader.isAlive() || Instant.now().isAfter(end);
            Matcher found = pattern.matcher(screen().substring(seen));
            if (found.find()) {
                seen += found.end();
                return found.groupCount() > 0 ? found.group(1) : found.group();
            }
            if (over) {
                throw new AssertionError("expected to see " + regex + ", found:\n" + screen());
            }
            Thread.sleep(20);
        }
    }

    void type(String text) {
        try {
            process.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The key, not a signal: the terminal makes a SIGINT of it.
    void ctrlC() {
        type("\u0003");
    }

    /// Everything that was written so far, with all control sequences.
    synchronized String screen() {
        return screen.toString();
    }

    int exitCode() throws InterruptedException {
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as(screen())
                .isTrue();
        reader.join(PATIENCE);
        return process.exitValue();
    }

    /// Nothing of it is left that could still write where the test clears up.
    @Override
    public void close() {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(each -> each.onExit().join());
    }
}
