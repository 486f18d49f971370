package dev.waybill.app.command.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.host.HostOptions;
import dev.waybill.app.house.Asked;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.StoreException;
import dev.waybill.runtime.receipt.ReceiptIssuers;
import dev.waybill.store.sqlite.SqliteStore;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Somebody changes one value of one row, or a disk one byte: `fsck --deep` says so, or `docs/runs.md` says that it
/// does not. The tables and columns come from the schema, so that a new one without cover is found here.
class EveryColumnTest {

    private static final int CAMPAIGN = Integer.getInteger("waybill.campaign", 1);

    /// What says who works on what at the moment. It changes all the time, and every process writes it.
    private static final Set<String> NOT_COVERED = Set.of(
            "processes.process",
            "processes.kind",
            "processes.seen_at",
            "processes.status",
            "runs.started_by",
            "runs.owner",
            "runs.epoch",
            "runs.woken");

    @TempDir
    Path folder;

    private Yard yard;
    private ReceiptIssuers issuers;
    private RunId waiting;

    @BeforeEach
    void aStore() throws InterruptedException {
        yard = new Yard(folder);
        waiting = StoredRows.everything(yard, () -> SqliteStore.open(folder.resolve("data")));
        yard.damage("PRAGMA wal_checkpoint(TRUNCATE)");
        issuers = HostOptions.forKnownRuns().receipts().issuers(yard.environment());
        assertThat(look(folder.resolve("data")))
                .as("before anything was changed")
                .isNull();
    }

    private @Nullable String look(Path data) {
        try (SqliteStore store = SqliteStore.openToRead(data)) {
            return StoredRows.look(store, issuers);
        } catch (StoreException e) {
            return e.problem().code();
        }
    }

    private record Column(String table, String name, String key) {
        @Override
        public String toString() {
            return table + "." + name;
        }
    }

    private List<Column> columns() throws SQLException {
        List<Column> columns = new ArrayList<>();
        try (Connection connection = connect(folder.resolve("data"));
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("""
                        SELECT m.name, c.name,
                               CASE WHEN m.sql LIKE '%WITHOUT ROWID%'
                                    THEN (SELECT group_concat(k.name, ' || ''/'' || ') FROM pragma_table_info(m.name) k
                                           WHERE k.pk > 0)
                                    ELSE 'rowid' END
                          FROM sqlite_schema m, pragma_table_info(m.name) c
                         WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' ORDER BY 1, c.cid""")) {
            while (found.next()) {
                columns.add(new Column(found.getString(1), found.getString(2), found.getString(3)));
            }
        }
        return columns;
    }

    private static Connection connect(Path data) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + data.resolve("waybill.db"));
    }

    private List<Object> rows(Column column) throws SQLException {
        List<Object> keys = new ArrayList<>();
        try (Connection connection = connect(folder.resolve("data"));
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(
                        "SELECT %s FROM %s ORDER BY 1".formatted(column.key(), column.table()))) {
            while (found.next()) {
                keys.add(found.getObject(1));
            }
        }
        // The first, the last and some between.
        int most = CAMPAIGN > 1 ? keys.size() : 1;
        List<Object> chosen = new ArrayList<>();
        for (int i = 0; i < Math.min(most, keys.size()); i++) {
            chosen.add(
                    keys.get(most >= keys.size() ? i : (int) ((long) i * (keys.size() - 1) / Math.max(1, most - 1))));
        }
        return chosen;
    }

    @Test
    void isCoveredOrNamedAsAnException() throws Exception {
        int edits = 0;
        int refused = 0;
        List<String> unseen = new ArrayList<>();
        Path copy = Files.createDirectory(folder.resolve("copy"));
        for (Column column : columns()) {
            List<Object> rows = rows(column);
            assertThat(rows).as("rows of " + column.table()).isNotEmpty();
            for (Object row : rows) {
                List<@Nullable Object> others = StoredRows.others(value(column, row), isText(column));
                for (Object other : CAMPAIGN > 1 ? others : others.subList(0, 1)) {
                    copyTo(copy);
                    if (!edit(copy, column, row, other)) {
                        refused++;
                        continue;
                    }
                    edits++;
                    if (look(copy) == null && !NOT_COVERED.contains(column.toString())) {
                        unseen.add("%s of %s to %s".formatted(column, row, other));
                    }
                }
            }
        }
        System.out.printf(
                "%d columns, %d edits, %d refused by the database, %d unseen, exceptions %s%n",
                columns().size(), edits, refused, unseen.size(), NOT_COVERED);
        assertThat(unseen).isEmpty();
    }

    @Test
    void thatIsNotCoveredIsNamedOnThePage() throws IOException {
        assertThat(Files.readString(Interop.projectRoot().resolve("docs/runs.md")))
                .contains("`processes`", "`started_by`", "`owner`", "`epoch`", "`woken`");
    }

    private boolean isText(Column column) throws SQLException {
        try (Connection connection = connect(folder.resolve("data"));
                PreparedStatement statement =
                        connection.prepareStatement("SELECT type FROM pragma_table_info(?) WHERE name = ?")) {
            statement.setString(1, column.table());
            statement.setString(2, column.name());
            try (ResultSet found = statement.executeQuery()) {
                return found.next() && found.getString(1).equals("TEXT");
            }
        }
    }

    private @Nullable Object value(Column column, Object row) throws SQLException {
        String sql = "SELECT %s FROM %s WHERE %s = ?".formatted(column.name(), column.table(), column.key());
        try (Connection connection = connect(folder.resolve("data"));
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setObject(1, row);
            try (ResultSet found = statement.executeQuery()) {
                assertThat(found.next()).isTrue();
                return found.getObject(1);
            }
        }
    }

    private void copyTo(Path copy) throws IOException {
        for (String end : List.of("", "-wal", "-shm")) {
            Files.deleteIfExists(copy.resolve("waybill.db" + end));
        }
        Files.copy(folder.resolve("data/waybill.db"), copy.resolve("waybill.db"), StandardCopyOption.REPLACE_EXISTING);
    }

    /// @return false when the database itself does not allow it
    private static boolean edit(Path data, Column column, Object row, @Nullable Object value) {
        String sql = "UPDATE %s SET %s = ? WHERE %s = ?".formatted(column.table(), column.name(), column.key());
        try (Connection connection = connect(data);
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setObject(1, value);
            statement.setObject(2, row);
            return statement.executeUpdate() == 1;
        } catch (SQLException e) {
            return false;
        }
    }

    /// Flips one bit of bytes all over the file: of a few hundred, of every byte with `-Dwaybill.campaign=10`.
    @Test
    void noFlippedBitChangesWhatIsReadUnseen() throws Exception {
        Path copy = Files.createDirectory(folder.resolve("copy"));
        byte[] whole = Files.readAllBytes(folder.resolve("data/waybill.db"));
        Random random = new Random(29);
        int step = CAMPAIGN > 1 ? Math.max(1, 10 / CAMPAIGN) : Math.max(1, whole.length / 60);
        String before = dump(folder.resolve("data"));
        int flips = 0;
        int found = 0;
        List<Integer> unseen = new ArrayList<>();
        for (int at = 0; at < whole.length; at += CAMPAIGN > 1 ? step : 1 + random.nextInt(2 * step)) {
            byte[] flipped = whole.clone();
            flipped[at] ^= (byte) (1 << random.nextInt(8));
            copyTo(copy);
            Files.write(copy.resolve("waybill.db"), flipped);
            flips++;
            if (look(copy) != null) {
                found++;
            } else if (!dump(copy).equals(before)) {
                unseen.add(at);
            }
        }
        System.out.printf(
                "%d bytes, %d flips: %d found, %d changed nothing that is read, unseen %s%n",
                whole.length, flips, found, flips - found - unseen.size(), unseen);
        assertThat(unseen).isEmpty();
    }

    /// Every value of every column that is covered.
    private String dump(Path data) {
        StringBuilder dump = new StringBuilder();
        try (Connection connection = connect(data);
                Statement statement = connection.createStatement()) {
            for (Column column : columns()) {
                if (NOT_COVERED.contains(column.toString())) {
                    continue;
                }
                try (ResultSet found = statement.executeQuery("SELECT quote(%s) FROM %s ORDER BY %s"
                        .formatted(column.name(), column.table(), column.key()))) {
                    while (found.next()) {
                        dump.append(found.getString(1)).append('\n');
                    }
                }
            }
        } catch (SQLException e) {
            dump.append(e.getMessage());
        }
        return dump.toString();
    }

    @Test
    void thatCountsReceiptsWrongIsDamageAndNoBug() {
        for (String column : List.of("steps", "summaries")) {
            yard.damage("UPDATE runs SET %s = %s + 1 WHERE run_id = '%s'".formatted(column, column, waiting));
            Asked asked = yard.ask("answer", waiting.value(), "gate", "accept", "--json");
            assertThat(asked.code()).as(asked.out()).isEqualTo(ExitCode.TAMPERED);
            assertThat(asked.json().object("error").orElseThrow().string("code"))
                    .as(asked.out())
                    .contains("store_corrupt");
            assertThat(asked.out()).contains(waiting.value());
            yard.damage("UPDATE runs SET %s = %s - 1 WHERE run_id = '%s'".formatted(column, column, waiting));
        }
        yard.yes("answer", waiting.value(), "gate", "accept");
    }
}
