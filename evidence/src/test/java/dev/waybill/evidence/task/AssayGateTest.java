package dev.waybill.evidence.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AssayGateTest {

    private static final String REPORT = """
            {"command": "assay gate", "metadata": {"_ewp_task_id": "task_1", "_ewp_x": null},
             "current_score": 0.0, "tiny": 1e-07, "big": 1e+22, "note": "naïve ✓"}
            """;

    @TempDir
    Path folder;

    private GateReport ask(String script, Duration patience) throws IOException {
        Path program = folder.resolve("assay");
        Files.writeString(program, "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("ASSAY_TRACE_ID", "trace_1");
        return new AssayGate(List.of(folder.toString()), patience).check(folder, environment);
    }

    private GateReport ask(String script) throws IOException {
        return ask(script, Duration.ofSeconds(30));
    }

    private static String printing(String text, int exit) {
        return "cat <<'END'\n" + text + "\nEND\nexit " + exit + "\n";
    }

    @Test
    void itsReportIsKeptAsPrinted() throws IOException {
        GateReport report = ask(printing(REPORT, 0));
        assertThat(report.status()).isEqualTo("BRIDGE_EMIT_OK");
        assertThat(report.report())
                .isEqualTo(JsonReader.readAnyNumbers(REPORT.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT));
        assertThat(report.report().toString())
                .contains("1e-07")
                .contains("1e+22")
                .contains("0.0");
    }

    @Test
    void aFailedGateIsAVerdictToo() throws IOException {
        assertThat(ask(printing(REPORT, 1)).status()).isEqualTo("BRIDGE_EMIT_OK");
    }

    @Test
    void itIsToldWhatItIsAbout() throws IOException {
        GateReport report = ask("printf '{\"args\":\"%s\",\"trace\":\"%s\"}' \"$*\" \"$ASSAY_TRACE_ID\"\n");
        assertThat(report.report().toString())
                .contains("gate check " + folder + " --min-score 0 --json")
                .contains("trace_1");
    }

    @Test
    void whateverGoesWrongIsAReason() throws IOException {
        assertThat(ask(printing(REPORT, 3)).reason()).isEqualTo("assay gate check: bad input");
        assertThat(ask("echo not json\n").reason()).startsWith("assay returned non-JSON output");
        assertThat(ask("").status()).isEqualTo("BRIDGE_EMIT_DEGRADED");
        assertThat(ask("sleep 60 & sleep 60\n", Duration.ofMillis(300)).reason())
                .isEqualTo("assay gate check timed out");
        assertThat(new AssayGate(List.of(folder.resolve("nowhere").toString()), Duration.ofSeconds(1))
                        .check(folder, new LinkedHashMap<>())
                        .reason())
                .isEqualTo("assay CLI not found on PATH");
        assertThat(new AssayGate(List.of(folder.toString()), Duration.ofSeconds(1))
                        .check(folder.resolve("nowhere"), new LinkedHashMap<>())
                        .reason())
                .startsWith("no repository at");
    }
}
