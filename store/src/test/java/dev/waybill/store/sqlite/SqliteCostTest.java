package dev.waybill.store.sqlite;

import static dev.waybill.simulator.TestAppend.append;
import static dev.waybill.simulator.TestAppend.newRun;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.simulator.TestRuns;
import dev.waybill.store.sql.SqlSession;
import dev.waybill.store.sql.StatementProbe;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteConnectionConfig;

/// What a commit costs in statements, and whom it wakes. The writer has one thread: what it does for one run, all wait
/// for.
class SqliteCostTest {

    private static final RunId RUN = TestRuns.id(1);
    private static final ProcessId OWNER = new ProcessId("owner");

    @TempDir
    private Path directory;

    private final List<String> statements = new CopyOnWriteArrayList<>();
    private SqliteStore store;

    @BeforeEach
    void open() {
        store = SqliteStore.open(directory, SqliteSettings.DEFAULT.withProbe(this::hear));
    }

    @AfterEach
    void close() {
        store.close();
    }

    /// Two words tell which it is.
    private void hear(String sql) {
        if (!sql.equals(StatementProbe.COMMITTED)) {
            String[] words = sql.strip().toUpperCase(Locale.ROOT).split("\\s+", 4);
            statements.add(words[0].equals("INSERT") ? "INSERT " + words[2] : words[0]);
        }
    }

    @Test
    void aRunIsCreatedByOneStatementForEachThingThatItBrings() {
        statements.clear();
        store.commit(newRun(RUN)
                .ownedBy(OWNER, 1)
                .events(3)
                .projection(TestRuns.ready(TestRuns.at(0)))
                .alone());
        assertThat(statements)
                .containsExactly(
                        "BEGIN",
                        "PRAGMA",
                        "SELECT",
                        "INSERT RUNS",
                        "INSERT HEADERS",
                        "INSERT EVENTS",
                        "INSERT EVENTS",
                        "INSERT EVENTS",
                        "COMMIT");
    }

    @Test
    void aStepThatChangesHowTheRunStandsIsStillOneUpdate() {
        store.commit(newRun(RUN).ownedBy(OWNER, 1).events(1).alone());
        statements.clear();
        store.commit(append(RUN, 1)
                .ownedBy(OWNER, 1)
                .events(1)
                .projection(TestRuns.ready(TestRuns.at(1)))
                .alone());
        assertThat(statements).containsExactly("BEGIN", "PRAGMA", "SELECT", "UPDATE", "INSERT EVENTS", "COMMIT");
    }

    @Test
    void theDriverAsksNothingByItselfAfterAStatement() throws SQLException {
        SqliteFile file = new SqliteFile(directory.resolve(SqliteFile.NAME), Duration.ofSeconds(1), 0);
        try (SqlSession writer = file.writer(StatementProbe.NONE)) {
            SQLiteConnectionConfig driver =
                    writer.connection().unwrap(SQLiteConnection.class).getConnectionConfig();
            assertThat(driver.isGetGeneratedKeys()).isFalse();
            assertThat(driver.isAutoCommit()).isFalse();
        }
    }

    @Test
    void theStepsOfAnOwnerCallNobody() {
        store.commit(newRun(RUN).ownedBy(OWNER, 1).alone());
        long called = store.calls().stamp();
        long changed = store.changes().stamp();
        for (int step = 0; step < 20; step++) {
            store.commit(append(RUN, step)
                    .ownedBy(OWNER, 1)
                    .projection(TestRuns.ready(TestRuns.at(step)))
                    .events(1)
                    .alone());
        }
        assertThat(store.calls().stamp()).isEqualTo(called);
        assertThat(store.changes().stamp()).isEqualTo(changed + 20);

        store.commit(append(RUN, 20)
                .projection(TestRuns.ready(TestRuns.at(20)))
                .events(1)
                .alone());
        assertThat(store.calls().stamp()).isEqualTo(called + 1);
    }
}
