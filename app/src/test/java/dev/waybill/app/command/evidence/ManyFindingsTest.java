package dev.waybill.app.command.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Logs that bring up more than a person reads.
class ManyFindingsTest {

    private static final int LINES = 3_000;

    @TempDir
    Path folder;

    private static Asked ask(String... words) {
        return Asked.waybill(
                new LinkedHashMap<>(), InstantSource.fixed(Instant.parse("2026-02-25T12:00:00Z")), new byte[0], words);
    }

    private Path log(String line) throws IOException {
        Path mesh = Files.createDirectories(folder.resolve("mesh"));
        Files.writeString(
                mesh.resolve("records.jsonl"),
                IntStream.range(0, LINES).mapToObj(line::formatted).collect(Collectors.joining("\n")));
        return mesh;
    }

    @Test
    void everyFindingIsCountedAndTheFirstOfEachKindAreListed() throws IOException {
        Path mesh = log("{\"receipt_id\":\"r_%d\",\"type\":\"STEP\",\"_ewp_task_id\":\"task_1\"}");
        JsonObject verified =
                ask("evidence", "verify", mesh.toString(), "--json").json();
        assertThat(verified.array("findings").orElseThrow().size()).isEqualTo(1_000);
        assertThat(verified.object("finding_counts").orElseThrow().get("EWP_VERSION_MISSING"))
                .isEqualTo(JsonNumber.of(LINES));
        assertThat(ask("evidence", "verify", mesh.toString()).out()).contains("… and 2,980 more");
    }

    @Test
    void aPersonSeesTheBeginningAndTheEndOfALongPath() throws IOException {
        Path mesh = log("{\"receipt_id\":\"r_%04d\",\"type\":\"STEP\",\"timestamp\":\"2026-02-25T12:00:00Z\","
                + "\"_ewp_version\":\"0\",\"_ewp_correlation_id\":\"corr_1\"}");
        String index = folder.resolve("index").toString();
        assertThat(ask("evidence", "index", mesh.toString(), "--index", index).code())
                .isEqualTo(ExitCode.YES);
        assertThat(ask("evidence", "trace", "corr_1", "--index", index).out())
                .contains("r_0000")
                .contains("r_0099")
                .doesNotContain("r_0100")
                .contains("… 2,880 more; --json lists all")
                .contains("r_2980")
                .contains("r_2999");
        assertThat(ask("evidence", "trace", "corr_1", "--index", index, "--json")
                        .json()
                        .array("path")
                        .orElseThrow()
                        .size())
                .isEqualTo(LINES);
    }
}
