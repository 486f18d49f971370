package dev.waybill.bench;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A JVM of its own on the same class path. It is asked a line at a time and answers each with one line of JSON.
record Child(Process process, BufferedReader answers) implements AutoCloseable {

    static Child start(List<String> flags, Class<?> main, String... words) throws IOException {
        return start(new LinkedHashMap<>(), flags, main, words);
    }

    /// @param variables of its environment
    static Child start(Map<String, String> variables, List<String> flags, Class<?> main, String... words)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of(
                "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(variables);
        Process process = builder.start();
        return new Child(process, process.inputReader(StandardCharsets.UTF_8));
    }

    /// @return nothing when the process ended, which it told on its error stream
    Optional<JsonObject> answer() throws IOException {
        return Optional.ofNullable(answers.readLine())
                .map(line -> JsonReader.readObject(line.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT));
    }

    JsonObject ask(String question) throws IOException {
        process.outputWriter(StandardCharsets.UTF_8)
                .append(question)
                .append('\n')
                .flush();
        return answer().orElseThrow(() -> new IOException("the process ended before it answered"));
    }

    static double number(JsonObject answer, String name) {
        return answer.get(name) instanceof JsonNumber number ? number.doubleValue() : Double.NaN;
    }

    @Override
    public void close() {
        try {
            answers.close();
            process.destroyForcibly().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
