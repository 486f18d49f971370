package dev.waybill.store.postgres;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.LiveProcess;
import dev.waybill.journal.store.Ownership;
import dev.waybill.journal.store.Ownership.Claim;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.store.sql.Micros;
import dev.waybill.store.sql.ProcessRow;
import dev.waybill.store.sql.SqlSession;
import java.sql.ResultSet;
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
                            ON CONFLICT (process_id) DO UPDATE
                           SET kind = excluded.kind, seen_at = excluded.seen_at, status = '{}'""").text(process.value()).text(kind).time(now).update();
    }

    /// A row that somebody else writes at this moment is no silent process's: hearts never wait for each other.
    ///
    /// @return whether the process is registered
    static boolean heartbeat(SqlSession session, ProcessId process, Instant now, JsonObject status)
            throws SQLException {
        int known = session.prepare("UPDATE waybill.process SET seen_at = ?, status = ? WHERE process_id = ?")
                .time(now)
                .text(JsonWriter.compact(status))
                .text(process.value())
                .update();
        session.prepare("""
                        DELETE FROM waybill.process
                         WHERE process_id IN (
                               SELECT process_id FROM waybill.process p
                                WHERE seen_at < ? AND NOT EXISTS (
                                      SELECT FROM waybill.run r WHERE r.owner = p.process_id)
                                  FOR UPDATE SKIP LOCKED)""").time(now.minus(Ownership.FORGOTTEN_AFTER)).update();
        return known > 0;
    }

    /// What the process had begun needs attention: its runs are woken. Locks in the order of ids, as commits do.
    static int unregister(SqlSession session, ProcessId process) throws SQLException {
        session.prepare("""
                        WITH mine AS (
                            SELECT run_id FROM waybill.run WHERE owner = ? ORDER BY run_id FOR NO KEY UPDATE)
                        UPDATE waybill.run AS r SET owner = NULL, woken = true FROM mine WHERE r.run_id = mine.run_id""").text(process.value()).update();
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

    static List<LiveProcess> alive(SqlSession session, Instant since) throws SQLException {
        return session.prepare("""
                        SELECT process_id, kind, seen_at, status FROM waybill.process
                         WHERE seen_at >= ? ORDER BY process_id""").time(since).rows(ProcessRow::read);
    }

    /// Rows that somebody else is taking or writing at this moment are skipped: claimers never wait for each
    /// other. What may need attention is gathered from small indexes first, one for each reason: an OR of all
    /// reasons reads every run there is.
    static List<Claim> claim(
            SqlSession session,
            ProcessId process,
            ClaimScope scope,
            Instant now,
            Duration lease,
            int limit,
            List<RunId> except)
            throws SQLException {
        List<Taken> taken = session.prepare("""
                        WITH near AS (
                            SELECT run_id FROM waybill.run WHERE ready AND owner IS NULL
                             UNION ALL
                            SELECT run_id FROM waybill.run WHERE woken
                             UNION ALL
                            SELECT run_id FROM waybill.run WHERE due_at <= ?
                             UNION ALL
                            SELECT run_id FROM waybill.run WHERE owner IS NOT NULL AND owner <> ?),
                        needy AS (
                            SELECT r.run_id, r.owner AS before,
                                   CASE WHEN NOT r.ready AND r.due_at <= ? THEN r.due_at ELSE r.updated_at END AS since
                              FROM waybill.run r
                             WHERE r.run_id = ANY (ARRAY(SELECT run_id FROM near))
                               AND ((r.owner IS NULL AND (r.ready OR r.woken OR r.due_at <= ?))
                                    OR (r.owner = ? AND (r.woken OR r.due_at <= ?))
                                    OR (r.owner <> ? AND NOT EXISTS (
                                          SELECT FROM waybill.process p
                                           WHERE p.process_id = r.owner AND p.seen_at >= ?)))
                               AND (? = 'ALL' OR r.started_by = ?)
                               AND NOT r.pruned
                               AND r.run_id <> ALL (?::text[])
                             ORDER BY since, r.run_id
                             LIMIT ?
                               FOR NO KEY UPDATE OF r SKIP LOCKED)
                        UPDATE waybill.run AS r
                           SET owner = mine.name, woken = false,
                               epoch = r.epoch + CASE WHEN needy.before = mine.name THEN 0 ELSE 1 END
                          FROM needy, (VALUES (?)) AS mine (name)
                         WHERE r.run_id = ANY (ARRAY(SELECT run_id FROM needy)) AND r.run_id = needy.run_id
                        RETURNING r.run_id, r.epoch, needy.before <> mine.name, needy.since""")
                .time(now)
                .text(process.value())
                .time(now)
                .time(now)
                .text(process.value())
                .time(now)
                .text(process.value())
                .time(now.minus(lease))
                .text(scope.name())
                .text(process.value())
                .array("text", except.stream().map(RunId::value).toArray())
                .number(limit)
                .text(process.value())
                .rows(OwnershipTable::readTaken);
        return taken.stream()
                .sorted(Comparator.comparingLong(Taken::since)
                        .thenComparing(one -> one.claim().run()))
                .map(Taken::claim)
                .toList();
    }

    /// Nobody before is null here, and no takeover.
    private static Taken readTaken(ResultSet row) throws SQLException {
        return new Taken(new Claim(new RunId(row.getString(1)), row.getLong(2), row.getBoolean(3)), row.getLong(4));
    }

    /// Which of some claims hold.
    static List<Claim> held(SqlSession session, ProcessId process, List<Claim> claims) throws SQLException {
        List<RunId> runs = new Rows<>(session.prepare("""
                        SELECT r.run_id
                          FROM unnest(?::text[], ?::bigint[]) AS asked (run_id, epoch)
                          JOIN waybill.run r USING (run_id, epoch)
                         WHERE r.owner = ?"""), claims)
                .texts(claim -> claim.run().value())
                .numbers(Claim::epoch)
                .bound()
                .text(process.value())
                .rows(row -> new RunId(row.getString(1)));
        return claims.stream().filter(claim -> runs.contains(claim.run())).toList();
    }

    static int giveBack(SqlSession session, ProcessId process, Claim claim) throws SQLException {
        return session.prepare(
                        "UPDATE waybill.run SET owner = ?, woken = true WHERE run_id = ? AND owner = ? AND epoch = ?")
                .text(claim.takenOver() ? Ownership.NOBODY.value() : null)
                .text(claim.run().value())
                .text(process.value())
                .number(claim.epoch())
                .update();
    }

    private static final String FAMILY = """
            WITH RECURSIVE family AS (
              SELECT run_id FROM waybill.run WHERE run_id = ?
              UNION
              SELECT child.run_id FROM family JOIN waybill.run AS child ON child.parent_id = family.run_id)
            """;

    static int adopt(SqlSession session, ProcessId process, RunId run) throws SQLException {
        return session.prepare(FAMILY + """
                        UPDATE waybill.run SET started_by = ?
                         WHERE run_id IN (SELECT run_id FROM family)
                           AND (run_id = ? OR status NOT IN ('completed', 'failed', 'cancelled'))
                        """)
                .text(run.value())
                .text(process.value())
                .text(run.value())
                .update();
    }

    static long familySize(SqlSession session, RunId first, long most) throws SQLException {
        return session.prepare(FAMILY + "SELECT count(*) FROM (SELECT 1 FROM family LIMIT ?) AS counted")
                .text(first.value())
                .number(most)
                .first(row -> row.getLong(1))
                .orElseThrow();
    }

    static long openRuns(SqlSession session, String tenant, long most) throws SQLException {
        return session.prepare("SELECT count(*) FROM (SELECT 1 FROM waybill.run"
                        + " WHERE status <> 'completed' AND status NOT IN ('failed', 'cancelled') AND tenant = ?"
                        + " LIMIT ?) AS counted")
                .text(tenant)
                .number(most)
                .first(row -> row.getLong(1))
                .orElseThrow();
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
