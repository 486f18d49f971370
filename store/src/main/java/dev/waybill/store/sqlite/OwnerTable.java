package dev.waybill.store.sqlite;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Ownership.Claim;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.store.sql.Bound;
import dev.waybill.store.sql.Micros;
import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Processes, and who of them works on which run.
final class OwnerTable {

    private static final String CLAIMABLE = """
            SELECT id, run_id, epoch FROM (
                   SELECT id, run_id, epoch, owner, started_by, updated_at AS since FROM runs
                    WHERE ready = 1
                   UNION ALL
                   SELECT id, run_id, epoch, owner, started_by, due_at AS since FROM runs
                    WHERE due_at IS NOT NULL AND due_at <= ? AND ready = 0)
             WHERE (owner IS NULL OR owner NOT IN (SELECT process FROM processes WHERE seen_at >= ?))
            """;

    private OwnerTable() {}

    static int register(SqlSession session, ProcessId process, String kind, Instant now) throws SQLException {
        return session.prepare("""
                        INSERT INTO processes (process, kind, seen_at) VALUES (?, ?, ?)
                        ON CONFLICT (process) DO UPDATE SET kind = excluded.kind, seen_at = excluded.seen_at
                        """).text(process.value()).text(kind).time(now).update();
    }

    static int heartbeat(SqlSession session, ProcessId process, Instant now) throws SQLException {
        return session.prepare("UPDATE processes SET seen_at = ? WHERE process = ?")
                .time(now)
                .text(process.value())
                .update();
    }

    static int unregister(SqlSession session, ProcessId process) throws SQLException {
        session.prepare("UPDATE runs SET owner = NULL WHERE owner = ?")
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

    static List<Claim> claim(
            SqlSession session, ProcessId process, ClaimScope scope, Instant now, Instant aliveSince, int limit)
            throws SQLException {
        Bound query = session.prepare(CLAIMABLE + scoped(scope) + " ORDER BY since, run_id LIMIT ?")
                .time(now)
                .time(aliveSince);
        if (scope == ClaimScope.OWN) {
            query.text(process.value());
        }
        List<Candidate> candidates = query.number(limit)
                .rows(row -> new Candidate(row.getLong(1), new RunId(row.getString(2)), row.getLong(3)));
        List<Claim> claims = new ArrayList<>();
        for (Candidate candidate : candidates) {
            take(session, process, candidate);
            claims.add(new Claim(candidate.run, candidate.epoch + 1));
        }
        return claims;
    }

    private static void take(SqlSession session, ProcessId process, Candidate candidate) throws SQLException {
        session.prepare("UPDATE runs SET owner = ?, epoch = ? WHERE id = ?")
                .text(process.value())
                .number(candidate.epoch + 1)
                .number(candidate.id)
                .update();
    }

    static int adopt(SqlSession session, ProcessId process, RunId run) throws SQLException {
        return session.prepare("UPDATE runs SET started_by = ? WHERE run_id = ?")
                .text(process.value())
                .text(run.value())
                .update();
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
    private record Candidate(long id, RunId run, long epoch) {}
}
