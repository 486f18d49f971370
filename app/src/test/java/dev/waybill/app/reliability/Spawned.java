package dev.waybill.app.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/// A program of its own on the class path of the tests, whose words are kept in a file, so that nothing of what it
/// said is lost when it is killed.
public record Spawned(Process process, Path out, Path err) implements AutoCloseable {

    /// @param folder where its words are kept
    /// @param properties of its JVM
    public static Spawned start(
            Path folder, Map<String, String> variables, Map<String, String> properties, Class<?> main, String... words)
            throws IOException {
        List<String> options = new ArrayList<>();
        properties.forEach((name, value) -> options.add("-D" + name + "=" + value));
        return start(folder, variables, command(options, main, words));
    }

    /// @param folder where its words are kept
    public static Spawned start(Path folder, Map<String, String> variables, List<String> command) throws IOException {
        Path out = Files.createTempFile(folder, "out", ".txt");
        Path err = Files.createTempFile(folder, "err", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().putAll(variables);
        Process process = builder.start();
        process.getOutputStream().close();
        return new Spawned(process, out, err);
    }

    /// What starts a program on the class path of the tests.
    ///
    /// @param options of its JVM
    public static List<String> command(List<String> options, Class<?> main, String... words) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "--enable-native-access=ALL-UNNAMED"));
        command.addAll(options);
        command.addAll(List.of(
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                main.getName()));
        command.addAll(List.of(words));
        return command;
    }

    /// Waits for its first words.
    Spawned ready() throws InterruptedException {
        return awaits(() -> !words(out).isEmpty());
    }

    /// Waits until it says something that begins with a word.
    public Spawned says(String word) throws InterruptedException {
        return awaits(() -> !said(word).isEmpty());
    }

    private Spawned awaits(BooleanSupplier words) throws InterruptedException {
        while (!words.getAsBoolean() && process.isAlive()) {
            Thread.sleep(10);
        }
        assertThat(process.isAlive())
                .as(() -> "the program works: " + words(err))
                .isTrue();
        return this;
    }

    /// `kill -9`.
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /// `SIGSTOP`, `SIGCONT`: it notices neither.
    void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }

    /// The rest of each whole line that begins with a word; one that was cut off was not said.
    public List<String> said(String word) {
        String text = words(out);
        return text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .filter(line -> line.startsWith(word + " "))
                .map(line -> line.substring(word.length() + 1))
                .toList();
    }

    /// All that it said, and why it failed if it did.
    public String words() {
        return words(out) + words(err);
    }

    private static String words(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /// Nothing outlives its test, a stopped program neither.
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
