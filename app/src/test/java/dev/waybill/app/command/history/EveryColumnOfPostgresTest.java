package dev.waybill.app.command.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.host.HostOptions;
import dev.waybill.runtime.receipt.ReceiptIssuers;
import dev.waybill.store.postgres.PostgresStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The same as [EveryColumnTest] on PostgreSQL: somebody changes one value of one row.
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class EveryColumnOfPostgresTest {

    private static final Set<String> NOT_COVERED = Set.of(
            "process.process_id",
            "process.kind",
            "process.seen_at",
            "process.status",
            "run.started_by",
            "run.owner",
            "run.epoch",
            "run.woken",
            "event.xact");

    @TempDir
    Path folder;

    private record Column(String table, String name, boolean text) {
        @Override
        public String toString() {
            return table + "." + name;
        }

        String in() {
            return "waybill." + table;
        }
    }

    @Test
    void isCoveredOrNamedAsAnException() throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.builder().start()) {
            String url = "postgresql://postgres:postgres@localhost:%d/postgres".formatted(server.getPort());
            Yard yard = new Yard(folder);
            yard.database(url);
            StoredRows.everything(yard, () -> PostgresStore.open(url));
            ReceiptIssuers issuers = HostOptions.forKnownRuns().receipts().issuers(yard.environment());
            try (PostgresStore store = PostgresStore.openToRead(url);
                    Connection connection = server.getPostgresDatabase().getConnection()) {
                assertThat(StoredRows.look(store, issuers))
                        .as("before anything was changed")
                        .isNull();
                List<String> unseen = new ArrayList<>();
                int edits = 0;
                List<Column> columns = columns(connection);
                for (Column column : columns) {
                    Object value = value(connection, column);
                    Object other = StoredRows.others(value, column.text()).getFirst();
                    String place = edit(connection, column, first(connection, column), other);
                    if (place == null) {
                        continue;
                    }
                    edits++;
                    if (StoredRows.look(store, issuers) == null && !NOT_COVERED.contains(column.toString())) {
                        unseen.add("%s from %s to %s".formatted(column, value, other));
                    }
                    assertThat(edit(connection, column, place, value))
                            .as("%s is set back", column)
                            .isNotNull();
                }
                System.out.printf(
                        "%d columns, %d edits, %d unseen, exceptions %s%n",
                        columns.size(), edits, unseen.size(), NOT_COVERED);
                assertThat(unseen).isEmpty();
                assertThat(StoredRows.look(store, issuers))
                        .as("after all was set back")
                        .isNull();
            }
        }
    }

    private static List<Column> columns(Connection connection) throws SQLException {
        List<Column> columns = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("""
                        SELECT table_name, column_name, data_type FROM information_schema.columns
                         WHERE table_schema = 'waybill' AND table_name <> 'schema_version'
                         ORDER BY table_name, ordinal_position""")) {
            while (found.next()) {
                columns.add(new Column(
                        found.getString(1),
                        found.getString(2),
                        found.getString(3).equals("text")));
            }
        }
        return columns;
    }

    /// One that has a value, where there is one.
    private static String first(Connection connection, Column column) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT ctid FROM %s ORDER BY %s IS NULL, ctid LIMIT 1"
                        .formatted(column.in(), column.name()))) {
            assertThat(found.next()).as("a row of " + column.table()).isTrue();
            return found.getString(1);
        }
    }

    private static @Nullable Object value(Connection connection, Column column) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT %s FROM %s WHERE ctid = ?::tid".formatted(column.name(), column.in()))) {
            statement.setString(1, first(connection, column));
            try (ResultSet found = statement.executeQuery()) {
                assertThat(found.next()).isTrue();
                return found.getObject(1);
            }
        }
    }

    /// @return where the row is then; null when the database itself does not allow it
    private static @Nullable String edit(Connection connection, Column column, String place, @Nullable Object value) {
        try (PreparedStatement statement = connection.prepareStatement(
                "UPDATE %s SET %s = ? WHERE ctid = ?::tid RETURNING ctid".formatted(column.in(), column.name()))) {
            statement.setObject(1, value);
            statement.setString(2, place);
            try (ResultSet found = statement.executeQuery()) {
                return found.next() ? found.getString(1) : null;
            }
        } catch (SQLException e) {
            return null;
        }
    }
}
