package dev.waybill.app.command.evidence.matrix;

import static dev.waybill.app.command.evidence.matrix.FourFiles.CCIO;
import static dev.waybill.app.command.evidence.matrix.FourFiles.CHAIN;
import static dev.waybill.app.command.evidence.matrix.FourFiles.QUINTET;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// T6: from a task's creation to the policy that it led to, over five files of four systems, everything shares one
/// correlation id and the parents form a graph without circles and loose ends.
class T6ChainOverSeveralFilesTest {

    @TempDir
    Path folder;

    private FourFiles files() throws Exception {
        return FourFiles.in(EvidenceDesk.in(Files.createTempDirectory(folder, "t6")));
    }

    @Test
    void theChainIsWholeAndSharesOneCorrelation() throws Exception {
        FourFiles files = files();
        assertThat(files.index().code()).isEqualTo(ExitCode.YES);
        Told trace = files.desk().question("trace", CHAIN);
        assertThat(trace.code()).isEqualTo(ExitCode.YES);
        assertThat(trace.path()).hasSameSizeAs(files.desk().exported());
        assertThat(trace.path())
                .extracting(line ->
                        line.object("place").orElseThrow().string("file").orElseThrow())
                .contains(TaskLife.EVENTS, TaskLife.WEAVE, FourFiles.ASSAY, QUINTET, CCIO);
        assertThat(trace.path())
                .allSatisfy(
                        line -> assertThat(line.object("identity").orElseThrow().object("correlation"))
                                .hasValueSatisfying(stated -> assertThat(stated)
                                        .hasToString("{\"value\":\"" + CHAIN + "\",\"basis\":\"envelope\"}")));
    }

    @Test
    void everyRecordComesAfterItsParents() throws Exception {
        FourFiles files = files();
        files.index();
        Told trace = files.desk().question("trace", CHAIN);
        List<String> seen = new ArrayList<>();
        int references = 0;
        for (JsonObject line : trace.path()) {
            List<String> parents = line.array("parents").orElseThrow().items().stream()
                    .map(parent -> parent.asString().orElseThrow())
                    .toList();
            assertThat(seen).as("before %s", line.string("id")).containsAll(parents);
            references += parents.size();
            seen.add(Told.text(line, "id"));
        }
        assertThat(references).isGreaterThan(15);
    }

    @Test
    void theReferencesHold() throws Exception {
        FourFiles files = files();
        files.index();
        for (Told dag : List.of(files.desk().question("dag"), files.desk().question("dag", "--correlation", CHAIN))) {
            assertThat(dag.codes()).isEmpty();
            assertThat(dag.notes()).isEmpty();
            assertThat(dag.code()).isEqualTo(ExitCode.YES);
        }
    }

    @Test
    void whatIsEmittedInAssaysNameSaysSo() throws Exception {
        EvidenceDesk desk = files().desk().file("record.json", "{\"type\":\"guardian_verdict\"}");
        desk.yes("emit", desk.path("record.json"), "--origin", "assay/store", "--to", desk.path(FourFiles.ASSAY));
        JsonObject emitted = Told.object(desk.lines(FourFiles.ASSAY).getLast());
        assertThat(Told.text(emitted, "_ewp_origin")).isEqualTo("assay/store");
        assertThat(Told.text(emitted, "receipt_id")).matches("r_[0-9a-f]{12}");
    }

    @TestFactory
    Stream<DynamicTest> everyFaultHasACodeOfItsOwn() {
        return Stream.of(
                told("a record that names itself", files -> name(files, QUINTET, "quintet:qt_1"), "SELF_PARENT"),
                told("a circle within one file", T6ChainOverSeveralFilesTest::circleInOneFile, "CYCLE"),
                told("a circle within a log whose hashes hold", T6ChainOverSeveralFilesTest::circleInTheLog, "CYCLE"),
                told("a circle across two files", files -> name(files, QUINTET, apply(files)), "CYCLE"),
                told("an orphan", files -> name(files, CCIO, "quintet:qt_2"), "ORPHAN"),
                told("an orphan in another system", files -> name(files, CCIO, "agentmesh:evt_999999"), "ORPHAN"),
                told("a wrong prefix", files -> name(files, CCIO, "assay:qt_1"), "WRONG_PREFIX"),
                told("two records with one id", T6ChainOverSeveralFilesTest::twin, "DUPLICATE_ID"),
                told("a child before its parent", T6ChainOverSeveralFilesTest::early, "CHILD_BEFORE_PARENT"),
                told("a foreign correlation at the end", files -> foreign(files, CCIO), "FOREIGN_CORRELATION"),
                told("a foreign correlation in the middle", files -> foreign(files, QUINTET), "FOREIGN_CORRELATION"));
    }

    private DynamicTest told(String name, Consumer<FourFiles> fault, String code) {
        return DynamicTest.dynamicTest(name, () -> {
            FourFiles files = files();
            fault.accept(files);
            assertThat(files.index().code()).isEqualTo(ExitCode.YES);
            for (Told answer : List.of(
                    files.desk().question("dag"),
                    files.desk().question("dag", "--correlation", CHAIN),
                    files.desk().question("trace", CHAIN))) {
                assertThat(answer.codes()).containsExactly(code);
                assertThat(answer.code()).isEqualTo(ExitCode.NO);
            }
        });
    }

    @Test
    void aChildBeforeItsParentIsAWarningAndNoError() throws Exception {
        FourFiles files = files();
        early(files);
        files.index();
        JsonObject dag = files.desk().question("dag").json();
        assertThat(dag.string("verdict")).contains("STATED");
        assertThat(dag.toString()).contains("\"code\":\"CHILD_BEFORE_PARENT\",\"severity\":\"warning\"");
    }

    @Test
    void aParentInAnotherChainIsExternalAndNoOrphan() throws Exception {
        FourFiles files = files();
        files.emit("ccio/other.jsonl", FourFiles.record("ep_abc123", "EPISODE", "ccio/export"), "corr_other");
        name(files, QUINTET, "ccio:ep_abc123");
        files.index();
        for (Told answer : List.of(
                files.desk().question("dag"),
                files.desk().question("dag", "--correlation", CHAIN),
                files.desk().question("trace", CHAIN))) {
            assertThat(answer.codes()).isEmpty();
            assertThat(answer.notes()).containsExactly("EXTERNAL");
            assertThat(answer.code()).isEqualTo(ExitCode.YES);
        }
    }

    /// Adds a parent to the last record of a file of flat records.
    private static void name(FourFiles files, String file, String parent) {
        files.desk()
                .change(
                        file,
                        lines -> replace(lines, "\"_ewp_parent_ids\":[", "\"_ewp_parent_ids\":[\"" + parent + "\","));
    }

    private static String apply(FourFiles files) {
        return "ccio:" + Told.text(Told.object(files.desk().lines(CCIO).getFirst()), "receipt_id");
    }

    private static void circleInOneFile(FourFiles files) {
        files.emit(CCIO, FourFiles.record("note_1", "NOTE", "ccio/notes", "ccio:note_2"));
        files.emit(CCIO, FourFiles.record("note_2", "NOTE", "ccio/notes", "ccio:note_1"));
    }

    /// The first event of the task's log names the third, which follows from it; all at one time.
    private static void circleInTheLog(FourFiles files) {
        files.desk().change(TaskLife.EVENTS, lines -> {
            List<JsonObject> events =
                    new ArrayList<>(lines.stream().map(Told::object).toList());
            JsonObject first = events.getFirst();
            JsonObject payload = first.object("payload").orElseThrow();
            String third = Told.text(events.get(2), "event_id");
            events.set(
                    0,
                    first.with("payload", payload.with("_ewp_parent_ids", JsonArray.ofStrings(List.of(third))))
                            .with("ts", Objects.requireNonNull(events.get(2).get("ts"))));
            return MeshHash.chained(events);
        });
    }

    private static void twin(FourFiles files) {
        files.desk().change(CCIO, lines -> {
            lines.add(lines.getFirst().replace("0.65", "0.66"));
            return lines;
        });
    }

    private static void early(FourFiles files) {
        files.desk().change(CCIO, lines -> {
            lines.replaceAll(line -> line.replace("2026-02-25T12:", "2026-02-25T11:"));
            return lines;
        });
    }

    private static void foreign(FourFiles files, String file) {
        files.desk().change(file, lines -> replace(lines, "\"" + CHAIN + "\"", "\"corr_foreign\""));
    }

    private static List<String> replace(List<String> lines, String what, String by) {
        assertThat(lines.getLast()).contains(what);
        UnaryOperator<String> change = line -> line.replace(what, by);
        lines.set(lines.size() - 1, change.apply(lines.getLast()));
        return lines;
    }
}
