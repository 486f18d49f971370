package dev.waybill.store.sqlite;

import static dev.waybill.simulator.TestRuns.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.simulator.TestAppend;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A few runs that need somebody are found among many that have ended.
class RunListingTest {

    private static final String BY_STATUS = RunTable.STORED_RUN
            + " WHERE r.status <> 'completed' AND r.status IN ('failed') ORDER BY r.run_id DESC LIMIT 20";

    @TempDir
    Path directory;

    @Test
    void aStatusIsLookedUpAndNotScannedFor() throws SQLException {
        create();

        assertThat(ask("EXPLAIN QUERY PLAN " + BY_STATUS, 4)).contains("SEARCH r USING INDEX runs_status (status=?)");
    }

    private void create() {
        try (SqliteStore store = SqliteStore.open(directory)) {
            store.commit(TestAppend.newRun(id(1)).events(1).alone());
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + directory.resolve(SqliteFile.NAME));
    }

    private String ask(String sql, int column) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? String.valueOf(row.getString(column)) : "";
        }
    }
}
