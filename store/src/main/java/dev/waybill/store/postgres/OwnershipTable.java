package dev.waybill.store.postgres;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Ownership.Claim;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.store.sql.Micros;
import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The table `process`, and the columns of `run` that say who works on it.
final class OwnershipTable {

    private OwnershipTable() {}

    private record Taken(Claim claim, long since) {}

    static int register(SqlSession session, ProcessId process, String kind, Instant now) throws SQLException {
        return session.prepare("""
                        INSERT INTO waybill.process (process_id, kind, seen_at)
                        VALUES (?, ?, ?)
                            ON CONFLICT (process_id) DO UPDATE SET kind = excluded.kind, seen_at = excluded.seen_at""").text(process.value()).text(kind).time(now).update();
    }

    static int heartbeat(SqlSession session, ProcessId process, Instant now) throws SQLException {
        return session.prepare("UPDATE waybill.process SET seen_at = ? WHERE process_id = ?")
                .time(now)
                .text(process.value())
                .update();
    }

    /// Locks in the order of ids, as commits do.
    static int unregister(SqlSession session, ProcessId process) throws SQLException {
        session.prepare("""
                        WITH mine AS (
                            SELECT run_id FROM waybill.run WHERE owner = ? ORDER BY run_id FOR NO KEY UPDATE)
                        UPDATE waybill.run AS r SET owner = NULL FROM mine WHERE r.run_id = mine.run_id""").text(process.value()).update();
        return session.prepare("DELETE FROM waybill.process WHERE process_id = ?")
                .text(process.value())
                .update();
    }

    static boolean othersAlive(SqlSession session, ProcessId process, Instant now, Duration lease) throws SQLException {
        return session.prepare("SELECT 1 FROM waybill.process WHERE process_id <> ? AND seen_at >= ? LIMIT 1")
                .text(process.value())
                .time(now.minus(lease))
                .first(_ -> true)
                .isPresent();
    }

    /// Rows that somebody else is taking or writing at this moment are skipped: claimers never wait for each other.
    static List<Claim> claim(
            SqlSession session, ProcessId process, ClaimScope scope, Instant now, Duration lease, int limit)
            throws SQLException {
        List<Taken> taken = session.prepare("""
                        WITH free AS (
                            SELECT r.run_id, CASE WHEN r.ready THEN r.updated_at ELSE r.due_at END AS since
                              FROM waybill.run r
                             WHERE (r.ready OR r.due_at <= ?)
                               AND (r.owner IS NULL OR NOT EXISTS (
                                       SELECT FROM waybill.process p WHERE p.process_id = r.owner AND p.seen_at >= ?))
                               AND (? = 'ALL' OR r.started_by = ?)
                             ORDER BY since, r.run_id
                             LIMIT ?
                               FOR NO KEY UPDATE OF r SKIP LOCKED)
                        UPDATE waybill.run AS r
                           SET owner = ?, epoch = r.epoch + 1
                          FROM free
                         WHERE r.run_id = free.run_id
                        RETURNING r.run_id, r.epoch, free.since""")
                .time(now)
                .time(now.minus(lease))
                .text(scope.name())
                .text(process.value())
                .number(limit)
                .text(process.value())
                .rows(row -> new Taken(new Claim(new RunId(row.getString(1)), row.getLong(2)), row.getLong(3)));
        return taken.stream()
                .sorted(Comparator.comparingLong(Taken::since)
                        .thenComparing(one -> one.claim().run()))
                .map(Taken::claim)
                .toList();
    }

    /// Which of some claims hold.
    static List<Claim> held(SqlSession session, ProcessId process, List<Claim> claims) throws SQLException {
        return new Rows<>(session.prepare("""
                        SELECT r.run_id, r.epoch
                          FROM unnest(?::text[], ?::bigint[]) WITH ORDINALITY AS asked (run_id, epoch, place)
                          JOIN waybill.run r USING (run_id, epoch)
                         WHERE r.owner = ?
                         ORDER BY asked.place"""), claims)
                .texts(claim -> claim.run().value())
                .numbers(Claim::epoch)
                .bound()
                .text(process.value())
                .rows(row -> new Claim(new RunId(row.getString(1)), row.getLong(2)));
    }

    static int adopt(SqlSession session, ProcessId process, RunId run) throws SQLException {
        return session.prepare("UPDATE waybill.run SET started_by = ? WHERE run_id = ?")
                .text(process.value())
                .text(run.value())
                .update();
    }

    static Optional<Instant> nextDue(SqlSession session, ProcessId process, ClaimScope scope) throws SQLException {
        return session.prepare("""
                        SELECT due_at
                          FROM waybill.run
                         WHERE owner IS NULL AND due_at IS NOT NULL AND (? = 'ALL' OR started_by = ?)
                         ORDER BY due_at
                         LIMIT 1""")
                .text(scope.name())
                .text(process.value())
                .first(row -> Micros.toInstant(row.getLong(1)));
    }
}
