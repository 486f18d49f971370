package dev.waybill.app.command.evidence.matrix;

import static dev.waybill.app.command.evidence.matrix.TaskLife.WEAVE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.reliability.Spawned;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// T2: every transition of a task has a row in the weave, of the task's episode, and rows are numbered without a gap.
class T2WeaveRowsCarryTheEpisodeTest {

    private static final String TASK = "task_8c69bd04b163";
    private static final String EPISODE = "ep_019c937df84aa1eb219e35a7";
    private static final String OTHER_EPISODE = "ep_019c937df84aa1eb219e35a8";

    @TempDir
    Path folder;

    private EvidenceDesk desk() throws Exception {
        return EvidenceDesk.in(Files.createTempDirectory(folder, "t2"));
    }

    private static List<JsonObject> rowsOf(EvidenceDesk desk, String task) {
        return TaskLife.rows(desk).stream()
                .filter(row -> Told.text(row, "trace_id").equals(task))
                .toList();
    }

    private static void assertOneRowForEachTransition(EvidenceDesk desk, String task, String episode) {
        long transitions = TaskLife.payloads(desk, "TASK_TRANSITION").stream()
                .filter(payload -> Told.text(payload, "task_id").equals(task))
                .count();
        assertThat(transitions).isEqualTo(TaskLife.TO_MERGED.size());
        assertThat(rowsOf(desk, task))
                .hasSize((int) transitions)
                .allSatisfy(row -> assertThat(row.string("episode_id")).contains(episode));
    }

    /// The numbers, and the hashes by a computation of our own: the column of symbols counts as the list that it holds.
    private static void assertNumberedAndChained(EvidenceDesk desk) {
        List<JsonObject> rows = TaskLife.rows(desk);
        assertThat(rows.stream().map(row -> row.get("sequence_id")).toList())
                .isEqualTo(LongStream.rangeClosed(1, rows.size())
                        .mapToObj(JsonNumber::of)
                        .toList());
        List<JsonObject> hashed = rows.stream()
                .map(row -> columns(row).with("affected_symbols", JsonArray.EMPTY))
                .toList();
        assertThat(MeshHash.isChain(hashed, "event_hash", "sequence_id")).isTrue();
        Told verified = desk.verify(TaskLife.LEDGER);
        assertThat(verified.codes()).isEmpty();
        assertThat(verified.code()).isEqualTo(ExitCode.YES);
    }

    /// What AgentMesh's verifier knows of a row, and hashes.
    private static JsonObject columns(JsonObject row) {
        JsonObject columns = row;
        for (String name : row.names()) {
            columns = name.startsWith("_ewp_") ? columns.without(name) : columns;
        }
        return columns;
    }

    @Test
    void eachTransitionHasARowOfTheTasksEpisode() throws Exception {
        EvidenceDesk desk = desk();
        new TaskLife(desk, TASK).through(TaskLife.TO_MERGED, "--episode", EPISODE);
        new TaskLife(desk, "task_000000000001").through(TaskLife.TO_MERGED, "--episode", OTHER_EPISODE);
        assertOneRowForEachTransition(desk, TASK, EPISODE);
        assertOneRowForEachTransition(desk, "task_000000000001", OTHER_EPISODE);
        assertNumberedAndChained(desk);
    }

    @Test
    void fourProcessesThatWriteAtOnceLeaveOneOrder() throws Exception {
        EvidenceDesk desk = desk();
        List<String> tasks = new ArrayList<>();
        List<Spawned> writers = new ArrayList<>();
        try {
            for (int writer = 0; writer < 4; writer++) {
                String first = "task_00000000001" + writer;
                String second = "task_00000000002" + writer;
                tasks.addAll(List.of(first, second));
                writers.add(start(desk, first, second));
            }
            for (Spawned writer : writers) {
                writer.says("ready");
            }
            desk.file("start", "");
            for (Spawned writer : writers) {
                assertThat(writer.process().waitFor()).as(writer::words).isZero();
            }
        } finally {
            writers.forEach(Spawned::close);
        }
        tasks.forEach(task -> assertOneRowForEachTransition(desk, task, EPISODE));
        assertThat(TaskLife.rows(desk)).hasSize(8 * 7);
        assertThat(TaskLife.payloads(desk, "ASSAY_RECEIPT")).hasSize(8);
        assertNumberedAndChained(desk);
    }

    private static Spawned start(EvidenceDesk desk, String... tasks) throws Exception {
        List<String> words = new ArrayList<>(List.of(desk.path("start"), desk.path(TaskLife.LEDGER), EPISODE));
        words.addAll(List.of(tasks));
        return Spawned.start(
                desk.folder(),
                new LinkedHashMap<>(),
                new LinkedHashMap<>(),
                LedgerWriter.class,
                words.toArray(String[]::new));
    }

    @TestFactory
    Stream<DynamicTest> whatIsDoneToTheRowsAfterwardsIsTold() {
        return Stream.of(
                broken("a row that is gone", T2WeaveRowsCarryTheEpisodeTest::remove, "CHAIN_BROKEN", "SEQUENCE_GAP"),
                broken("the first row is gone", rows -> rows.subList(1, rows.size()), "CHAIN_BROKEN", "SEQUENCE_GAP"),
                broken("a row with another number", rows -> renumber(rows, "\"sequence_id\":9"), "SEQUENCE_GAP"),
                broken("a row with the number before", rows -> renumber(rows, "\"sequence_id\":3"), "SEQUENCE_GAP"),
                broken("a row of another episode", T2WeaveRowsCarryTheEpisodeTest::move, "HASH_MISMATCH"));
    }

    private DynamicTest broken(String name, UnaryOperator<List<String>> change, String... codes) {
        return DynamicTest.dynamicTest(name, () -> {
            EvidenceDesk desk = desk();
            new TaskLife(desk, TASK).through(TaskLife.TO_MERGED, "--episode", EPISODE);
            desk.change(WEAVE, change);
            Told verified = desk.verify(WEAVE);
            assertThat(verified.codes()).containsExactly(codes);
            assertThat(verified.code()).isEqualTo(ExitCode.TAMPERED);
        });
    }

    private static List<String> remove(List<String> rows) {
        rows.remove(3);
        return rows;
    }

    private static List<String> renumber(List<String> rows, String number) {
        rows.set(3, rows.get(3).replace("\"sequence_id\":4", number));
        return rows;
    }

    private static List<String> move(List<String> rows) {
        rows.set(3, rows.get(3).replace(EPISODE, OTHER_EPISODE));
        return rows;
    }
}
