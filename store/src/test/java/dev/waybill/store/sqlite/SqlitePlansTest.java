package dev.waybill.store.sqlite;

import static dev.waybill.simulator.TestAppend.append;
import static dev.waybill.simulator.TestAppend.newRun;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Ownership.Claim;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.simulator.TestRuns;
import dev.waybill.store.sql.SqlSession;
import dev.waybill.store.sql.StatementProbe;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a step, a creation, a claim or a heartbeat costs does not grow with the runs that a store has seen: no
/// statement
/// of theirs reads a table from end to end. SQLite plans by its schema alone, so an empty store shows it.
class SqlitePlansTest {

    private static final RunId RUN = TestRuns.id(1);
    private static final ProcessId OWNER = new ProcessId("owner");

    /// The indexes of those few runs that need attention may be read whole; so may the list of living processes.
    private static final Pattern WHOLE =
            Pattern.compile("SCAN (?!.*USING (COVERING )?INDEX runs_)(?!processes|json_each|family|\\().*");

    @TempDir
    Path directory;

    @Test
    void noStatementOfEverydayWorkReadsAWholeTable() throws SQLException {
        SqliteStore.open(directory).close();
        SqliteFile file = new SqliteFile(directory.resolve(SqliteFile.NAME), Duration.ofSeconds(1), 0);
        List<String> heard = new ArrayList<>();
        try (SqlSession session = file.writer(heard::add)) {
            write(session);
            read(session);
        }
        Map<String, List<String>> plans = plans(file, heard);

        assertThat(plans).hasSizeGreaterThan(25);
        plans.forEach((sql, plan) ->
                assertThat(plan).as(sql).noneMatch(line -> WHOLE.matcher(line).matches()));
    }

    private static void write(SqlSession session) throws SQLException {
        OwnerTable.register(session, OWNER, "serve", TestRuns.at(0));
        OwnerTable.heartbeat(session, OWNER, TestRuns.at(1), JsonObject.EMPTY);
        CommitWork.run(
                session,
                newRun(RUN)
                        .ownedBy(OWNER, 1)
                        .events(1)
                        .receipts(TestRuns.step(RUN, 0, 0))
                        .alone());
        CommitWork.run(session, append(RUN, 1).ownedBy(OWNER, 1).events(1).alone());
        RunTable.wake(session, RUN);
        for (ClaimScope scope : ClaimScope.values()) {
            OwnerTable.claim(session, OWNER, scope, TestRuns.at(2), TestRuns.at(0), 9, List.of());
            OwnerTable.nextDue(session, OWNER, scope);
        }
        OwnerTable.giveBack(session, OWNER, new Claim(RUN, 1, false));
        OwnerTable.adopt(session, OWNER, RUN);
        OwnerTable.unregister(session, OWNER);
        EventTable.prune(session, RUN);
        AnswerTable.expire(session, TestRuns.at(3));
    }

    private static void read(SqlSession session) throws SQLException {
        RunTable.run(session, RUN);
        RunTable.heads(session, List.of(RUN));
        EventTable.read(session, RUN, 0, 10);
        ReceiptTable.head(session, RUN);
        ReceiptTable.headBefore(session, RUN, 1);
        ReceiptTable.read(session, RUN, StoredReceipt.Kind.STEP, 0, 10);
        OwnerTable.familySize(session, RUN, 10);
        Grown.since(session, 0, 10);
        Grown.children(session, null, List.of(RUN));
    }

    private static Map<String, List<String>> plans(SqliteFile file, List<String> statements) throws SQLException {
        Map<String, List<String>> plans = new LinkedHashMap<>();
        try (SqlSession session = file.writer(StatementProbe.NONE);
                Statement statement = session.connection().createStatement()) {
            for (String sql : statements) {
                List<String> lines = new ArrayList<>();
                try (ResultSet row = statement.executeQuery("EXPLAIN QUERY PLAN " + sql)) {
                    while (row.next()) {
                        lines.add(row.getString(4));
                    }
                }
                plans.put(sql, lines);
            }
        }
        return plans;
    }
}
