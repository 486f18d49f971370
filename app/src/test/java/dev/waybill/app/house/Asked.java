package dev.waybill.app.house;

import dev.waybill.app.Main;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/// One command line, run in this process: its exit code and everything it wrote.
record Asked(ExitCode code, String out, String err) {

    static Asked waybill(String... words) {
        return waybill(new LinkedHashMap<>(), words);
    }

    static Asked waybill(Map<String, String> variables, String... words) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var environment = new Environment(
                new ByteArrayInputStream(new byte[0]),
                Environment.stream(out),
                Environment.stream(err),
                variables,
                InstantSource.fixed(Instant.EPOCH));
        ExitCode code = Main.run(environment, words);
        return new Asked(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
