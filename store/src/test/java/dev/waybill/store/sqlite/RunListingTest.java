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

    private static final String OPEN_GUIDED = RunTable.STORED_RUN
            + " WHERE h.tenant = 'local' AND h.session IS NOT NULL AND r.status <> 'completed'"
            + " AND r.status IN ('waiting-external') ORDER BY r.run_id DESC LIMIT 200";
    private static final String OF_SESSION = RunTable.STORED_RUN
            + " WHERE h.session = 'ACME-1' AND h.session IS NOT NULL ORDER BY r.run_id DESC LIMIT 500";

    @TempDir
    Path directory;

    @Test
    void aStatusIsLookedUpAndNotScannedFor() throws SQLException {
        create();

        assertThat(ask("EXPLAIN QUERY PLAN " + BY_STATUS, 4)).contains("SEARCH r USING INDEX runs_status (status=?)");
    }

    @Test
    void openGuidedRunsAreLookedUpInTheirOrder() throws SQLException {
        create();

        assertThat(ask("EXPLAIN QUERY PLAN " + OPEN_GUIDED, 4)).contains("SEARCH r USING INDEX runs_status (status=?)");
        assertThat(all("EXPLAIN QUERY PLAN " + OPEN_GUIDED, 4)).doesNotContain("TEMP B-TREE");
    }

    @Test
    void theRunsOfASessionAreLookedUp() throws SQLException {
        create();

        assertThat(ask("EXPLAIN QUERY PLAN " + OF_SESSION, 4))
                .contains("SEARCH h USING INDEX headers_session (session=?)");
    }

    private void create() {
        try (SqliteStore store = SqliteStore.open(directory)) {
            store.commit(TestAppend.newRun(id(1)).events(1).alone());
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + directory.resolve(SqliteFile.NAME));
    }

    private String all(String sql, int column) throws SQLException {
        StringBuilder text = new StringBuilder();
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                text.append(row.getString(column)).append('\n');
            }
        }
        return text.toString();
    }

    private String ask(String sql, int column) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? String.valueOf(row.getString(column)) : "";
        }
    }
}
