package dev.waybill.evidence.read.agentmesh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.read.FoundRecord;
import dev.waybill.evidence.read.Gathered;
import dev.waybill.evidence.scan.Scan;
import dev.waybill.testkit.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoardReaderTest {

    private static final List<String> COLUMNS = List.of(
            "event_id",
            "episode_id",
            "prev_hash",
            "capsule_id",
            "git_commit_sha",
            "git_patch_hash",
            "affected_symbols",
            "trace_id",
            "parent_event_id",
            "event_hash",
            "created_at");

    @TempDir
    Path folder;

    private Path board;

    @BeforeEach
    void sound() throws SQLException {
        board = folder.resolve("board.db");
        change("create table weave_events (sequence_id integer, " + String.join(" text, ", COLUMNS) + " text)");
        change("create table tasks (task_id text, title text, state text, meta text, created_at text)");
        change("create table spawns (spawn_id text, context_hash text, started_at text, pid_started_at real)");
        change("insert into tasks values ('task_a', 'größer', 'merged',"
                + " '{\"_ewp_version\":\"0\",\"_ewp_correlation_id\":\"corr\"}', '2026-02-25T13:40:00+00:00')");
        change("insert into spawns values ('spawn_a', 'sha256:00', '2026-02-25T13:40:00+00:00', 1763233569.42)");
        for (JsonObject row : Mesh.weave(5)) {
            insert(row);
        }
    }

    private void insert(JsonObject row) throws SQLException {
        String sql = "insert into weave_events (sequence_id, " + String.join(", ", COLUMNS) + ") values (?"
                + ", ?".repeat(COLUMNS.size()) + ")";
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + board);
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, Long.parseLong(String.valueOf(row.get("sequence_id"))));
            for (int i = 0; i < COLUMNS.size(); i++) {
                statement.setString(i + 2, row.string(COLUMNS.get(i)).orElse(""));
            }
            statement.executeUpdate();
        }
    }

    private void change(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + board);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private Gathered read() {
        return Gathered.by(new BoardReader(), board);
    }

    @Test
    void theWeaveIsChainedAndRowsAreTheBytesOfTheExport() {
        Gathered gathered = read();
        assertThat(gathered.findings).isEmpty();
        assertThat(gathered.records).hasSize(7);
        List<FoundRecord> weave = gathered.records.subList(0, 5);
        assertThat(weave).allMatch(record -> record.integrity().equals(Integrity.CHAIN_OK));
        assertThat(weave.stream().map(record -> new String(record.raw(), StandardCharsets.UTF_8)))
                .containsExactlyElementsOf(Mesh.lines(Mesh.weave(5)).lines().toList());
        assertThat(weave.getFirst().content().type()).isEqualTo("WEAVE_EVENT");
        assertThat(weave.getFirst().content().identity().value(Field.TASK)).contains(Mesh.TASK);
        assertThat(weave.getFirst().place().toString()).endsWith("/board.db!weave_events:1");
    }

    @Test
    void aTasksEnvelopeLiesInItsMeta() {
        FoundRecord task = read().records.get(5);
        assertThat(task.content().id()).hasToString("agentmesh:task_a");
        assertThat(task.content().identity().value(Field.CORRELATION)).contains("corr");
    }

    @Test
    void aSpawnTellsItsContext() {
        FoundRecord spawn = read().records.get(6);
        assertThat(spawn.content().identity().value(Field.CONTEXT_HASH)).contains("sha256:00");
        assertThat(new String(spawn.raw(), StandardCharsets.UTF_8)).contains("\"pid_started_at\":1763233569.42");
    }

    @Test
    void aChangedRowIsFound() throws SQLException {
        change("update weave_events set trace_id = 'task_other' where sequence_id = 3");
        assertThat(read().troubles()).containsExactly("HASH_MISMATCH@3");
    }

    @Test
    void aMissingRowIsFound() throws SQLException {
        change("delete from weave_events where sequence_id = 3");
        assertThat(read().troubles()).containsExactly("SEQUENCE_GAP@3", "CHAIN_BROKEN@3");
    }

    @Test
    void rowsThatAreOnlyInTheWriteAheadLogAreReadAndNothingIsLeftBehind() throws SQLException, IOException {
        change("pragma journal_mode = wal");
        try (Connection writer = DriverManager.getConnection("jdbc:sqlite:" + board);
                Statement statement = writer.createStatement()) {
            statement.execute("insert into tasks (task_id, meta) values ('task_late', '{}')");
            assertThat(Files.size(folder.resolve("board.db-wal"))).isPositive();
            assertThat(read().ids()).contains("agentmesh:task_late");
        }
        change("pragma wal_checkpoint(truncate)");
        List<Path> before = files();
        assertThat(read().ids()).contains("agentmesh:task_late");
        assertThat(files()).isEqualTo(before);
    }

    private List<Path> files() throws IOException {
        try (var files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    @Test
    void aViewThatBearsATablesNameIsNotRun() throws SQLException {
        change("drop table tasks");
        change("create view tasks as with recursive n(i) as (select 1 union all select i + 1 from n)"
                + " select i as task_id from n");
        assertThat(read().records).hasSize(6);
    }

    @Test
    void aGiganticCellEndsTheReadingOfItsDatabaseAndNothingElse() throws Exception {
        change(
                "insert into tasks values ('task_huge', zeroblob(100000000), 'merged', '', '2026-02-25T13:40:00+00:00')");
        Files.writeString(folder.resolve("later.jsonl"), "{\"id\":\"1\"}\n");
        Gathered gathered = new Gathered();
        Scan.read(List.of(folder), gathered);
        assertThat(gathered.codes()).containsExactly(FindingCode.UNREADABLE_FILE);
        assertThat(gathered.ids()).contains("waybill:1").hasSizeGreaterThan(5);
    }

    @Test
    void aVirtualTableIsNotAsked() throws Exception {
        change("drop table tasks");
        change("create virtual table tasks using fts5(task_id, title, state, meta, created_at)");
        change("insert into tasks values ('task_a', 't', 'merged', '', '2026-02-25T13:40:00+00:00')");
        assertThat(read().ids()).noneMatch(id -> id.contains("task_a"));
    }

    @Test
    void aDamagedDatabaseIsAFindingAtMost() throws IOException {
        byte[] sound = Files.readAllBytes(board);
        Seeds.check(60, random -> {
            byte[] spoilt = sound.clone();
            for (int i = 1 + random.nextInt(400); i > 0; i--) {
                spoilt[100 + random.nextInt(spoilt.length - 100)] = (byte) random.nextInt(256);
            }
            try {
                Files.write(board, spoilt);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            assertThat(read().records).hasSizeLessThan(10_000);
        });
    }
}
