package dev.waybill.store.postgres;

import static dev.waybill.simulator.TestAppend.append;
import static dev.waybill.simulator.TestAppend.newRun;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.RunId;
import dev.waybill.journal.document.Shelf;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.simulator.TestRuns;
import dev.waybill.store.sql.SqlSession;
import dev.waybill.store.sql.StatementProbe;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// A statement is planned once for each connection and then remembered. Whenever that was, and whatever the
/// server knows of the tables by then, no statement of a step reads a table from end to end.
class PlansTest {

    private static final RunId RUN = TestRuns.id(1);
    private static final ProcessId OWNER = new ProcessId("owner");
    private static final Pattern SMALL = Pattern.compile("on (schema_version|process)\\b");
    private static final Pattern WHOLE = Pattern.compile("Index.* Scan .*(run_pkey|event_run_id_seq_key|receipt_pkey)");

    private static final int TIMES = 20;

    private final String url = PostgresServer.newDatabase();

    @Test
    void plansThatWereMadeForEmptyTablesLookRowsUpByTheirKeys() throws SQLException {
        PostgresStore.open(url).close();
        assertThat(plans()).isNotEmpty().allSatisfy(PlansTest::looksUp);
    }

    @Test
    void plansThatWereMadeForSmallTablesThatTheServerKnowsWellDoSo() throws SQLException {
        try (PostgresStore store = PostgresStore.open(url)) {
            store.commit(newRun(RUN).events(2).alone());
        }
        PostgresServer.execute(url, "ANALYZE");
        assertThat(plans()).isNotEmpty().allSatisfy(PlansTest::looksUp);
    }

    @Test
    void plansThatWereMadeForLargeTablesOfWhichTheServerKnowsNothingDoSo() throws SQLException {
        PostgresStore.open(url).close();
        fill();
        assertThat(plans()).isNotEmpty().allSatisfy(PlansTest::looksUp);
    }

    private void fill() throws SQLException {
        for (String table : List.of("run", "event")) {
            PostgresServer.execute(url, "ALTER TABLE waybill.%s SET (autovacuum_enabled = false)".formatted(table));
        }
        PostgresServer.execute(url, """
                INSERT INTO waybill.run (
                       run_id, tenant, definition_id, header, prefix_length, head, steps, summaries, status, ready,
                       updated_at, epoch, woken, pruned)
                SELECT 'run_' || n, 't', 'd', '', 0, 10, 0, 0, 'completed', false, n, 1, false, false
                  FROM generate_series(1, 5000) AS n""");
        PostgresServer.execute(url, """
                INSERT INTO waybill.event (run_id, seq, type, public_part, private_part)
                SELECT 'run_' || n, seq, 't', '', '' FROM generate_series(1, 5000) AS n, generate_series(0, 9) AS seq""");
    }

    /// In the order of the disk, two writers could each wait for a row that the other holds.
    @Test
    void writersMeetRowsInTheOrderOfTheirKeys() throws SQLException {
        PostgresStore.open(url).close();
        fill();
        assertThat(plans(Database.ON_CONNECT_TO_WRITE, PlansTest::write))
                .isNotEmpty()
                .allSatisfy(plan ->
                        assertThat(plan.lines()).noneMatch(line -> line.contains("Bitmap") || line.contains("Merge")));
    }

    /// For a short list of keys the planner, left to itself, makes a plan each time.
    @Test
    void aStepIsNotPlannedAgain() throws SQLException {
        PostgresStore.open(url).close();
        fill();
        try (Database database = Database.open(Address.parse(url), StatementProbe.NONE)) {
            for (int n = 0; n < TIMES; n++) {
                List<Extension> one =
                        List.of(new Pending(append(RUN, 99).events(1).alone()).extension());
                assertThat(database.statement(session -> Extensions.write(session, one)))
                        .isPresent();
            }
            assertThat(database.statement(session -> session.prepare("""
                                    SELECT sum(generic_plans), sum(custom_plans)
                                      FROM pg_prepared_statements
                                     WHERE statement LIKE '%UPDATE waybill.run%'""")
                            .first(row -> List.of(row.getLong(1) > 0, row.getLong(2) > 0))
                            .orElseThrow()))
                    .contains(List.of(true, false));
        }
    }

    /// A statement and how the server would run it with any values.
    private record Plan(String statement, List<String> lines) {}

    /// The small indexes of `run`, of those that need attention, may be read whole.
    private static void looksUp(Plan plan) {
        assertThat(plan.lines())
                .noneMatch(line ->
                        line.contains("Seq Scan on") && !SMALL.matcher(line).find());
        for (int i = 0; i < plan.lines().size(); i++) {
            if (WHOLE.matcher(plan.lines().get(i)).find()) {
                assertThat(plan.lines().get(i + 1)).contains("Cond: ").contains("run_id =");
            }
        }
    }

    private interface Work {
        void in(SqlSession session) throws SQLException;
    }

    private List<Plan> plans() throws SQLException {
        List<Plan> plans = new ArrayList<>(plans(Database.ON_CONNECT, PlansTest::read));
        plans.addAll(plans(Database.ON_CONNECT_TO_WRITE, PlansTest::write));
        return plans;
    }

    private List<Plan> plans(String onConnect, Work work) throws SQLException {
        List<Plan> plans = new ArrayList<>();
        List<String> heard = new ArrayList<>();
        try (Connection connection = Address.parse(url).connect();
                Statement statement = connection.createStatement()) {
            statement.execute(onConnect);
            work.in(new SqlSession(connection, heard::add));
            statement.execute("SET plan_cache_mode = force_generic_plan");
            for (String sql : heard) {
                plans.add(new Plan(sql, explain(statement, sql)));
            }
        }
        return plans;
    }

    private static void read(SqlSession session) throws SQLException {
        EventTable.read(session, RUN, 0, 10);
        ShelfTable.marks(session, List.of(Shelf.workspace("t")));
        RunTable.heads(session, List.of(RUN));
        RunTable.readable(session, List.of(RUN.value()));
        Grown.since(session, 0, 10);
        Grown.lastEvents(session, List.of());
        Grown.children(session, "t", List.of(RUN));
        ReceiptTable.head(session, RUN);
        ReceiptTable.read(session, RUN, StoredReceipt.Kind.STEP, 0, 10);
        OwnershipTable.nextDue(session, OWNER, ClaimScope.ALL);
    }

    /// What a step, a creation and a claim say to the server.
    private static void write(SqlSession session) throws SQLException {
        Extensions.write(session, List.of(new Pending(append(RUN, 99).events(1).alone()).extension()));
        new Batch(List.of(newRun(TestRuns.id(7)).events(1).alone())).apply(session);
        new Batch(List.of(append(TestRuns.id(7), 1).events(1).alone())).apply(session);
        Pending born = new Pending(newRun(TestRuns.id(8)).events(1).alone());
        Creations.write(session, List.of(born.creation()), born.transaction.appends());
        OwnershipTable.claim(session, OWNER, ClaimScope.ALL, TestRuns.at(0), Duration.ofSeconds(10), 9, List.of());
        session.run("DELETE FROM waybill.run WHERE run_id IN ('%s', '%s')".formatted(TestRuns.id(7), TestRuns.id(8)));
    }

    private static List<String> explain(Statement statement, String sql) throws SQLException {
        StringBuilder numbered = new StringBuilder();
        int parameters = 0;
        for (String part : sql.split("\\?", -1)) {
            numbered.append(parameters == 0 ? "" : "$" + parameters).append(part);
            parameters++;
        }
        statement.execute("PREPARE asked AS " + numbered);
        String values =
                parameters == 1 ? "" : "(" + String.join(", ", Collections.nCopies(parameters - 1, "NULL")) + ")";
        List<String> lines = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery("EXPLAIN EXECUTE asked" + values)) {
            while (rows.next()) {
                lines.add(rows.getString(1).strip());
            }
        }
        statement.execute("DEALLOCATE asked");
        return lines;
    }
}
