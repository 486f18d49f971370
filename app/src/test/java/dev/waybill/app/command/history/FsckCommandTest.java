package dev.waybill.app.command.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.journal.RunId;
import dev.waybill.store.sqlite.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// A database file that somebody or something has changed.
class FsckCommandTest {

    private static final String ORDER =
            " run = (SELECT r.id FROM runs r JOIN headers h ON h.run = r.id WHERE h.definition_id = 'order'"
                    + " AND h.fork_of IS NULL)";
    private static final String FORK = " run = (SELECT run FROM headers WHERE fork_of IS NOT NULL)";

    @TempDir
    Path folder = Path.of("");

    /// What is done to the file, and what must be said about it.
    private record Damage(String name, String sql, String code) {}

    private static Damage damage(String name, String sql, String code) {
        return new Damage(name, sql, code);
    }

    private static String text(String from, String to, String where) {
        return "UPDATE events SET public = CAST(replace(CAST(public AS TEXT), '%s', '%s') AS BLOB) WHERE %s"
                .formatted(from, to, where);
    }

    private static final Stream<Damage> damages() {
        return Stream.of(
                damage(
                        "a step's receipt is deleted",
                        "DELETE FROM receipts WHERE place = 1 AND" + ORDER,
                        "receipt_missing"),
                damage(
                        "the root receipt is deleted",
                        "DELETE FROM receipts WHERE place = 0 AND kind = 'step' AND" + ORDER,
                        "receipt_missing"),
                damage(
                        "the last receipt is deleted",
                        "DELETE FROM receipts WHERE kind = 'step' AND" + ORDER
                                + " AND place = (SELECT max(place) FROM receipts WHERE kind = 'step' AND" + ORDER + ")",
                        "receipt_missing"),
                damage("all receipts are deleted", "DELETE FROM receipts WHERE" + ORDER, "receipt_missing"),
                damage(
                        "the summary is deleted",
                        "DELETE FROM receipts WHERE kind = 'summary' AND" + ORDER,
                        "summary_missing"),
                damage(
                        "a receipt's bytes are changed",
                        "UPDATE receipts SET bytes = CAST(substr(CAST(bytes AS TEXT), 1, length(bytes) - 6) || 'AAAAAA' AS BLOB) WHERE place = 1 AND"
                                + ORDER,
                        "receipt_invalid"),
                damage(
                        "a receipt signs for another event",
                        "UPDATE receipts SET seq = seq + 1 WHERE place = 1 AND" + ORDER,
                        "receipt_missing"),
                damage(
                        "an output is changed",
                        text("ships", "shipz", "type = 'node.completed' AND node_id = 'copy' AND" + ORDER),
                        "receipt_contradicts"),
                damage(
                        "the inputs are changed",
                        text("ships", "shipz", "type = 'run.started' AND" + ORDER),
                        "receipt_contradicts"),
                damage("an event's time is changed", text("T", "t", "seq = 2 AND" + ORDER), "event_unreadable"),
                damage(
                        "a space is added",
                        text("\"payload\":", "\"payload\": ", "seq = 2 AND" + ORDER),
                        "event_unreadable"),
                damage(
                        "an event is no JSON",
                        "UPDATE events SET public = x'7b' WHERE seq = 2 AND" + ORDER,
                        "event_unreadable"),
                damage(
                        "an event has another type",
                        "UPDATE events SET type = 'node.failed' WHERE seq = 2 AND" + ORDER,
                        "event_unreadable"),
                damage(
                        "an event has another name",
                        text("\"eventId\":\"evt_", "\"eventId\":\"evt_0", "seq = 2 AND" + ORDER),
                        "event_id_changed"),
                damage("an event is deleted", "DELETE FROM events WHERE seq = 2 AND" + ORDER, "log_not_dense"),
                damage(
                        "the last event is deleted",
                        "DELETE FROM events WHERE" + ORDER + " AND seq = (SELECT max(seq) FROM events WHERE" + ORDER
                                + ")",
                        "log_not_dense"),
                damage(
                        "the status is changed",
                        "UPDATE runs SET status = 'failed' WHERE status = 'completed' AND EXISTS (SELECT 1 FROM headers h WHERE h.run = id AND"
                                + ORDER + ")",
                        "projection_wrong"),
                damage("a run seems to be ready", "UPDATE runs SET ready = 1 WHERE ready = 0", "projection_wrong"),
                damage("a deadline appears", "UPDATE runs SET due_at = 1 WHERE due_at IS NULL", "projection_wrong"),
                damage("a node seems to wait", "UPDATE runs SET current_node = 'copy'", "projection_wrong"),
                damage(
                        "a definition is changed",
                        "UPDATE blobs SET bytes = CAST(replace(CAST(bytes AS TEXT), 'parcel', 'parcek') AS BLOB)",
                        "blob_changed"),
                damage("the definitions are deleted", "DELETE FROM blobs", "definition_missing"),
                damage(
                        "a fork reads another run's history",
                        "UPDATE segments SET source = (SELECT id FROM runs WHERE id <> source ORDER BY id DESC LIMIT 1) WHERE 1 = 1",
                        "prefix_changed"),
                damage(
                        "a child belongs to nobody",
                        text("\"childRunId\":\"run_0", "\"childRunId\":\"run_1", ORDER),
                        "parent_missing"),
                damage(
                        "a fork's own event is deleted",
                        "DELETE FROM events WHERE seq = (SELECT min(seq) FROM events WHERE" + FORK + ") AND" + FORK,
                        "log_not_dense"));
    }

    @TestFactory
    Stream<DynamicTest> everyDamageIsFound() throws Exception {
        Path whole = Files.createDirectory(folder.resolve("whole"));
        prepare(new Yard(whole));
        int[] number = {0};
        return damages()
                .map(damage -> dynamicTest(damage.name(), () -> {
                    Path copy = copy(whole, folder.resolve("copy-" + number[0]++));
                    Yard yard = new Yard(copy);
                    assertThat(yard.damage(damage.sql())).isPositive();
                    Asked asked = yard.ask("fsck");
                    assertThat(asked.out() + asked.err()).contains(damage.code() + ":");
                    assertThat(asked.code()).isEqualTo(ExitCode.TAMPERED);
                }));
    }

    /// Plausible edits of events that no receipt binds.
    private static Stream<Damage> plausibleEdits() {
        return Stream.of(
                damage(
                        "another title of a question",
                        text("\"artifactId\":\"gate\"", "\"artifactId\":\"gote\"", ORDER),
                        ""),
                damage("somebody else approves", text("\"ada\"", "\"eve\"", "type = 'approval.received'"), ""),
                damage(
                        "somebody else approves, wherever questions are told of",
                        text("\"ada\"", "\"eve\"", "type IN ('approval.received', 'interrupt.resolved')"),
                        ""),
                damage("somebody else resolves", text("\"ada\"", "\"eve\"", "type = 'interrupt.resolved'"), ""),
                damage(
                        "a start says another type",
                        text("core.identity", "core.idemtity", "type = 'node.started'"),
                        ""),
                damage(
                        "another worker",
                        text(
                                "\"childWorkflowId\":\"parcel\"",
                                "\"childWorkflowId\":\"parrel\"",
                                "type = 'node.dispatched'"),
                        ""),
                damage("a run is resumed with another value", text("accept", "reject", "type = 'node.resumed'"), ""));
    }

    @TestFactory
    Stream<DynamicTest> aPlausibleEditIsFoundByDecidingOnceMore() throws Exception {
        Path whole = Files.createDirectory(folder.resolve("whole"));
        prepare(new Yard(whole));
        int[] number = {0};
        return plausibleEdits()
                .map(edit -> dynamicTest(edit.name(), () -> {
                    Yard yard = new Yard(copy(whole, folder.resolve("edit-" + number[0]++)));
                    assertThat(yard.damage(edit.sql())).isPositive();
                    Asked asked = yard.ask("fsck", "--deep");
                    assertThat(asked.out() + asked.err()).contains("event_not_repeated:");
                    assertThat(asked.code()).isEqualTo(ExitCode.TAMPERED);
                }));
    }

    private static void prepare(Yard yard) throws InterruptedException {
        RunId run = yard.completed("ships");
        yard.waits("fork", run.value(), "--at", "2", "--set", "topic=trains");
        yard.yes("fsck");
    }

    private static Path copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
        return to;
    }

    @Test
    void aStoreThatNobodyTouchedIsWell() throws InterruptedException {
        Yard yard = new Yard(folder);
        RunId open = yard.waiting("ships");
        RunId done = yard.completed("trains");
        yard.waits("fork", done.value(), "--at", "3", "--set", "topic=planes");
        yard.waits("fork", open.value(), "--at", "1");
        yard.waits("fork", open.value(), "--at", "0", "--set", "topic=carts");
        yard.yes("replay", done.value());
        yard.yes("replay", open.value(), "--from", "2");

        assertThat(yard.yes("fsck", "--deep").out()).contains("10 runs repeated: all is well");
        Asked asked = yard.yes("fsck");
        assertThat(asked.out())
                .contains("all is well")
                .containsPattern("^12 runs, \\d+ events, \\d+ receipts, 2 definitions");
        assertThat(yard.yes("fsck", "--json").json().array("list").orElseThrow().items())
                .isEmpty();
    }

    @Test
    void anEmptyStoreIsWell() {
        Yard yard = new Yard(folder);
        SqliteStore.open(folder.resolve("data")).close();
        assertThat(yard.yes("fsck").out()).startsWith("0 runs");
    }

    @Test
    void receiptsOfAnUnknownKeyCannotBeJudged() throws InterruptedException {
        Yard yard = new Yard(folder);
        yard.completed("ships");
        yard.keys("other-keys");
        Asked asked = yard.ask("fsck");

        assertThat(asked.code()).isEqualTo(ExitCode.NO);
        assertThat(asked.out()).contains("key_unknown:").doesNotContain("receipt_invalid");
    }
}
