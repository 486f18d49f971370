package dev.waybill.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.ActivityKind;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.lane.LaneReport;
import dev.waybill.store.sqlite.SqliteStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `doctor` sees of the processes on a data directory.
class DoctorProcessesTest {

    private static final Instant NOW = Instant.ofEpochSecond(Asked.NOW);
    private static final ProcessId WORK = new ProcessId("work-1a2b");

    @TempDir
    Path data;

    private String doctor() {
        return Asked.waybill("doctor", "--data", data.toString()).out();
    }

    private void alive(JsonObject status) {
        try (RunStore store = SqliteStore.open(data)) {
            store.register(WORK, "work", NOW.minusSeconds(5));
            store.heartbeat(WORK, NOW.minusSeconds(1), status);
        }
    }

    private static JsonObject waitingFor(long seconds) {
        return new LaneReport(
                        List.of(
                                new LaneReport.OfKind(ActivityKind.MODEL, 8, 8, 3, NOW.minusSeconds(seconds)),
                                new LaneReport.OfKind(ActivityKind.TOOL, 64, 0, 0, null)),
                        256,
                        List.of(new LaneReport.OfTenant("local", 8, 3)))
                .toJson();
    }

    @Test
    void itShowsWhatWaitsAndWorksInEachProcess() {
        alive(waitingFor(12));
        assertThat(doctor())
                .containsPattern("ok +process work-1a2b +8 of 8 model at work, 3 waiting, the first for 12 s\n")
                .doesNotContain("tool at work");
    }

    @Test
    void itWarnsWhereSomethingWaitsForLong() {
        alive(waitingFor(61));
        assertThat(doctor()).containsPattern("warning +process work-1a2b").contains("--limit KIND=N");
    }

    @Test
    void aProcessThatSaysNothingAboutItselfIsAlive() {
        alive(JsonObject.EMPTY);
        assertThat(doctor()).containsPattern("ok +process work-1a2b +alive\n");
    }

    @Test
    void looksMakeNoDataDirectory() {
        Path nowhere = data.resolve("nowhere");
        assertThat(Asked.waybill("doctor", "--data", nowhere.toString()).out()).contains("no run was started here yet");
        assertThat(Files.exists(nowhere)).isFalse();
    }

    @Test
    void aLimitThatIsNoneIsRefusedInWords() {
        Asked asked = Asked.waybill("work", "--data", data.toString(), "--limit", "models=8");
        assertThat(asked.err())
                .contains("--limit takes a kind and a number of 1 or more, found 'models=8'")
                .contains("model, tool, process, http, other, tenant");
    }
}
