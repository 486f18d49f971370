package dev.waybill.app.house;

import dev.waybill.app.Main;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One command line, run in this process: its exit code and everything it wrote.
public record Asked(ExitCode code, String out, String err) {

    /// When every test takes place.
    public static final long NOW = 1_794_700_000;

    public static Asked waybill(String... words) {
        return waybill(new LinkedHashMap<>(), words);
    }

    public static Asked waybill(Map<String, String> variables, String... words) {
        return waybill(variables, new byte[0], words);
    }

    /// Surroundings in which nothing is set and nobody listens.
    public static Environment environment() {
        return new Environment(
                new ByteArrayInputStream(new byte[0]),
                Environment.stream(new ByteArrayOutputStream()),
                Environment.stream(new ByteArrayOutputStream()),
                new LinkedHashMap<>(),
                InstantSource.system());
    }

    /// With something on standard input.
    public static Asked reading(String input, String... words) {
        return waybill(new LinkedHashMap<>(), input.getBytes(StandardCharsets.UTF_8), words);
    }

    public static Asked waybill(Map<String, String> variables, byte[] input, String... words) {
        return waybill(variables, InstantSource.fixed(Instant.ofEpochSecond(NOW)), input, words);
    }

    /// At the time that a clock tells.
    public static Asked waybill(Map<String, String> variables, InstantSource clock, byte[] input, String... words) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var environment = new Environment(
                new ByteArrayInputStream(input), Environment.stream(out), Environment.stream(err), variables, clock);
        ExitCode code = Main.run(environment, words);
        return new Asked(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /// The answer as the one JSON object that it must be.
    public JsonObject json() {
        return object(out);
    }

    /// The answers of `--lines`.
    public List<JsonObject> lines() {
        return out.lines().map(Asked::object).toList();
    }

    private static JsonObject object(String text) {
        return JsonReader.readObject(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }
}
