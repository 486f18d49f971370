package dev.waybill.app.command.evidence.matrix;

import static dev.waybill.app.command.evidence.matrix.TaskLife.EVENTS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.task.AssayGate;
import dev.waybill.evidence.task.GateReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// T3: the bridge stores what `assay` printed, with whatever `_ewp_*` it put in; and if `assay` fails, why.
@DisabledOnOs(OS.WINDOWS)
class T3GateReportIsStoredAsPrintedTest {

    private static final String TASK = "task_8c69bd04b163";
    private static final List<String> SHORT = List.of("planned", "aborted");
    private static final String REPORT = """
            {"command": "assay gate", "current_score": 0.0, "tiny": 1e-07, "big": 1e+22, "exact": 12345678901234567890123,
             "metadata": {"_ewp_task_id": "task_8c69bd04b163", "_ewp_x": [null, {"deep": 2.50}]}, "note": "naïve ✓ 日本語",
             "escaped": "\\ud83d\\ude02 \\u00ef", "reasons": []}""";

    @TempDir
    Path folder;

    private EvidenceDesk desk() throws Exception {
        return EvidenceDesk.in(Files.createTempDirectory(folder, "t3"));
    }

    private static JsonObject receipt(EvidenceDesk desk) {
        new TaskLife(desk, TASK).through(SHORT);
        assertThat(desk.verify(EVENTS).code()).isEqualTo(ExitCode.YES);
        assertThat(TaskLife.payloads(desk, "ASSAY_RECEIPT")).hasSize(1);
        return TaskLife.payloads(desk, "ASSAY_RECEIPT").getFirst();
    }

    @TestFactory
    Stream<DynamicTest> theReportIsKeptWithItsNumbersAsTheyAreSpelled() {
        return Stream.of(0, 1)
                .map(exit -> DynamicTest.dynamicTest("exit " + exit, () -> {
                    JsonObject receipt = receipt(FakeAssay.printing(desk(), REPORT, exit));
                    assertThat(receipt.string("bridge_status")).contains("BRIDGE_EMIT_OK");
                    assertThat(receipt.has("degraded_reason")).isFalse();
                    // Equal with each number's spelling, and in the order in which it was printed.
                    // The task that it was asked for is added where the gate does not name it.
                    JsonObject stored = receipt.object("gate_report").orElseThrow();
                    assertThat(stored.string("_ewp_task_id")).contains(TASK);
                    assertThat(stored.without("_ewp_task_id")).isEqualTo(Told.object(REPORT));
                    assertThat(stored.without("_ewp_task_id"))
                            .hasToString(Told.object(REPORT).toString());
                }));
    }

    @TestFactory
    Stream<DynamicTest> aGateThatFailsIsAReasonAndNeverACrash() {
        return Stream.of(
                degraded("exit 3", "cat <<'END'\n" + REPORT + "\nEND\nexit 3", "assay gate check: bad input"),
                degraded("no JSON", "echo 'Traceback (most recent call last)'", "assay returned non-JSON output"),
                degraded("half of it", "printf '{\"result\":'", "assay returned non-JSON output"),
                degraded("nothing", "exit 0", "assay returned non-JSON output"),
                degraded("killed", "kill -9 $$", "assay returned non-JSON output"));
    }

    private DynamicTest degraded(String name, String script, String reason) {
        return DynamicTest.dynamicTest(name, () -> assertDegraded(FakeAssay.doing(desk(), script), reason));
    }

    private static void assertDegraded(EvidenceDesk desk, String reason) {
        JsonObject receipt = receipt(desk);
        assertThat(receipt.string("bridge_status")).contains("BRIDGE_EMIT_DEGRADED");
        assertThat(receipt.string("degraded_reason").orElseThrow()).startsWith(reason);
        assertThat(receipt.get("gate_report")).isEqualTo(JsonObject.EMPTY);
        assertThat(receipt.string("_ewp_task_id")).contains(TASK);
    }

    @Test
    void noAssayIsAReason() throws Exception {
        assertDegraded(desk(), "assay CLI not found on PATH");
    }

    /// The command waits for half a minute, as AgentMesh does; here the bridge itself is asked, and is less patient.
    @Test
    void noAnswerInTimeIsAReason() throws Exception {
        EvidenceDesk desk = FakeAssay.doing(desk(), "sleep 60");
        GateReport report = new AssayGate(List.of(desk.path("bin")), Duration.ofMillis(200))
                .check(desk.folder(), new LinkedHashMap<>());
        assertThat(report.status()).isEqualTo(GateReport.DEGRADED);
        assertThat(report.reason()).isEqualTo("assay gate check timed out");
    }

    @TestFactory
    Stream<DynamicTest> aReportThatSomebodySpellsAnewIsTold() {
        return Stream.of("\"tiny\":1e-07 \"tiny\":1e-7", "\"current_score\":0.0 \"current_score\":0", "_ewp_x _ewp_y")
                .map(change -> DynamicTest.dynamicTest(change, () -> {
                    EvidenceDesk desk = FakeAssay.printing(desk(), REPORT, 0);
                    receipt(desk);
                    String[] words = change.split(" ", 2);
                    String before = desk.text(EVENTS);
                    desk.file(EVENTS, before.replace(words[0], words[1]));
                    assertThat(desk.text(EVENTS)).isNotEqualTo(before);
                    Told verified = desk.verify(EVENTS);
                    assertThat(verified.codes()).containsExactly("HASH_MISMATCH");
                    assertThat(verified.code()).isEqualTo(ExitCode.TAMPERED);
                }));
    }
}
