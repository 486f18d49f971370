package dev.waybill.store.sqlite;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.LiveProcess;
import dev.waybill.journal.store.Ownership;
import dev.waybill.journal.store.Ownership.Claim;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.store.sql.Bound;
import dev.waybill.store.sql.Micros;
import dev.waybill.store.sql.ProcessRow;
import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Processes, and who of them works on which run.
final class OwnerTable {

    /// Four indexes find those without an owner, those that this process is asked to look at again, and those whose
    /// owner is dead.
    private static final String CLAIMABLE = """
            SELECT id, run_id, owner, epoch FROM runs
             WHERE pruned = 0 AND id IN (
                   SELECT id FROM runs WHERE ready = 1 AND owner IS NULL
                   UNION ALL
                   SELECT id FROM runs WHERE woken = 1 AND (owner IS NULL OR owner = ?)
                   UNION ALL
                   SELECT id FROM runs WHERE due_at IS NOT NULL AND due_at <= ? AND (owner IS NULL OR owner = ?)
                   UNION ALL
                   SELECT id FROM runs
                    WHERE owner IS NOT NULL AND owner <> ?
                      AND owner NOT IN (SELECT process FROM processes WHERE seen_at >= ?))
               AND run_id NOT IN (SELECT value FROM json_each(?))
            """;

    private static final String LONGEST_WAITING = """
             ORDER BY CASE WHEN ready = 0 AND due_at <= ? THEN due_at ELSE updated_at END, run_id LIMIT ?
            """;

    private OwnerTable() {}

    static int register(SqlSession session, ProcessId process, String kind, Instant now) throws SQLException {
        return session.prepare("""
                        INSERT INTO processes (process, kind, seen_at) VALUES (?, ?, ?)
                        ON CONFLICT (process) DO UPDATE
                           SET kind = excluded.kind, seen_at = excluded.seen_at, status = '{}'
                        """).text(process.value()).text(kind).time(now).update();
    }

    /// @return whether the process is registered
    static boolean heartbeat(SqlSession session, ProcessId process, Instant now, JsonObject status)
            throws SQLException {
        int known = session.prepare("UPDATE processes SET seen_at = ?, status = ? WHERE process = ?")
                .time(now)
                .text(JsonWriter.compact(status))
                .text(process.value())
                .update();
        session.prepare("""
                        DELETE FROM processes
                         WHERE seen_at < ? AND NOT EXISTS (SELECT 1 FROM runs WHERE owner = processes.process)
                        """).time(now.minus(Ownership.FORGOTTEN_AFTER)).update();
        return known > 0;
    }

    /// A run may have been claimed because it was woken: who comes next must look as well.
    static int unregister(SqlSession session, ProcessId process) throws SQLException {
        session.prepare("UPDATE runs SET owner = NULL, woken = 1 WHERE owner = ?")
                .text(process.value())
                .update();
        return session.prepare("DELETE FROM processes WHERE process = ?")
                .text(process.value())
                .update();
    }

    /// Who has shown itself since then.
    static List<ProcessId> seenSince(SqlSession session, Instant time) throws SQLException {
        return session.prepare("SELECT process FROM processes WHERE seen_at >= ?")
                .time(time)
                .rows(row -> new ProcessId(row.getString(1)));
    }

    static List<LiveProcess> alive(SqlSession session, Instant since) throws SQLException {
        return session.prepare(
                        "SELECT process, kind, seen_at, status FROM processes WHERE seen_at >= ? ORDER BY process")
                .time(since)
                .rows(ProcessRow::read);
    }

    static List<Claim> claim(
            SqlSession session,
            ProcessId process,
            ClaimScope scope,
            Instant now,
            Instant aliveSince,
            int limit,
            List<RunId> except)
            throws SQLException {
        Bound query = session.prepare(CLAIMABLE + scoped(scope) + LONGEST_WAITING)
                .text(process.value())
                .time(now)
                .text(process.value())
                .text(process.value())
                .time(aliveSince)
                .text(JsonWriter.compact(
                        JsonArray.ofStrings(except.stream().map(RunId::value).toList())));
        if (scope == ClaimScope.OWN) {
            query.text(process.value());
        }
        List<Candidate> candidates = query.time(now)
                .number(limit)
                .readable(row ->
                        new Candidate(row.getLong(1), new RunId(row.getString(2)), row.getString(3), row.getLong(4)));
        List<Claim> claims = new ArrayList<>();
        for (Candidate candidate : candidates) {
            claims.add(take(session, process, candidate));
        }
        return claims;
    }

    /// A change of owner begins an epoch.
    private static Claim take(SqlSession session, ProcessId process, Candidate candidate) throws SQLException {
        boolean same = process.value().equals(candidate.owner);
        long epoch = same ? candidate.epoch : candidate.epoch + 1;
        session.prepare("UPDATE runs SET owner = ?, epoch = ?, woken = 0 WHERE id = ?")
                .text(process.value())
                .number(epoch)
                .number(candidate.id)
                .update();
        return new Claim(candidate.run, epoch, candidate.owner != null && !same);
    }

    static int giveBack(SqlSession session, ProcessId process, Claim claim) throws SQLException {
        return session.prepare("UPDATE runs SET owner = ?, woken = 1 WHERE run_id = ? AND owner = ? AND epoch = ?")
                .text(claim.takenOver() ? Ownership.NOBODY.value() : null)
                .text(claim.run().value())
                .text(process.value())
                .number(claim.epoch())
                .update();
    }

    private static final String FAMILY = """
            WITH RECURSIVE family (id, run_id) AS (
              SELECT id, run_id FROM runs WHERE run_id = ?
              UNION
              SELECT child.id, child.run_id
                FROM family
                JOIN headers ON headers.parent = family.run_id
                JOIN runs AS child ON child.id = headers.run)
            """;

    static int adopt(SqlSession session, ProcessId process, RunId run) throws SQLException {
        return session.prepare(FAMILY + """
                        UPDATE runs SET started_by = ?
                         WHERE id IN (SELECT id FROM family)
                           AND (run_id = ? OR status NOT IN ('completed', 'failed', 'cancelled'))
                        """)
                .text(run.value())
                .text(process.value())
                .text(run.value())
                .update();
    }

    static long familySize(SqlSession session, RunId first, long most) throws SQLException {
        return session.prepare(FAMILY + "SELECT count(*) FROM (SELECT 1 FROM family LIMIT ?)")
                .text(first.value())
                .number(most)
                .first(row -> row.getLong(1))
                .orElseThrow();
    }

    static long openRuns(SqlSession session, String tenant, long most) throws SQLException {
        return session.prepare("SELECT count(*) FROM (SELECT 1 FROM runs JOIN headers ON headers.run = runs.id"
                        + " WHERE runs.status <> 'completed' AND runs.status NOT IN ('failed', 'cancelled')"
                        + " AND headers.tenant = ? LIMIT ?)")
                .text(tenant)
                .number(most)
                .first(row -> row.getLong(1))
                .orElseThrow();
    }

    static Optional<Instant> nextDue(SqlSession session, ProcessId process, ClaimScope scope) throws SQLException {
        Bound query = session.prepare("SELECT due_at FROM runs WHERE due_at IS NOT NULL AND owner IS NULL"
                + scoped(scope) + " ORDER BY due_at LIMIT 1");
        if (scope == ClaimScope.OWN) {
            query.text(process.value());
        }
        return query.first(row -> Micros.toInstant(row.getLong(1)));
    }

    private static String scoped(ClaimScope scope) {
        return switch (scope) {
            case ALL -> "";
            case OWN -> " AND started_by = ?";
        };
    }

    /// A run that can be claimed.
    private record Candidate(long id, RunId run, @Nullable String owner, long epoch) {}
}
