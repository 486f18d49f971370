package dev.waybill.store.sqlite;

import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.store.sql.RowSum;
import dev.waybill.store.sql.SqlSession;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Events, and the stretches that forks share.
final class EventTable {

    private EventTable() {}

    static void insert(SqlSession session, long run, List<StoredEvent> events) throws SQLException {
        for (StoredEvent event : events) {
            session.prepare(
                            "INSERT INTO events (run, seq, type, node_id, public, private, row_sum) VALUES (?, ?, ?, ?, ?, ?, ?)")
                    .number(run)
                    .number(event.sequence())
                    .text(event.type())
                    .text(event.nodeId())
                    .bytes(event.publicPart())
                    .bytes(event.privatePart())
                    .number(RowSum.of(event))
                    .update();
        }
    }

    static void share(SqlSession session, long run, long end, long source) throws SQLException {
        session.prepare("INSERT INTO segments (run, end, source) VALUES (?, ?, ?)")
                .number(run)
                .number(end)
                .number(source)
                .update();
    }

    /// Reads around the corners of a fork's prefix.
    static List<StoredEvent> read(SqlSession session, RunId run, long from, int limit) throws SQLException {
        List<StoredEvent> found = new ArrayList<>();
        for (Stretch stretch : stretches(session, run)) {
            long next = found.isEmpty() ? from : found.getLast().sequence() + 1;
            if (next < stretch.end && found.size() < limit) {
                found.addAll(own(session, stretch, next, limit - found.size()));
            }
        }
        return found;
    }

    private static List<Stretch> stretches(SqlSession session, RunId run) throws SQLException {
        return session.prepare("""
                        SELECT s.source, s.end FROM runs r JOIN segments s ON s.run = r.id
                         WHERE r.run_id = ? AND r.pruned = 0
                        UNION ALL
                        SELECT id, head FROM runs WHERE run_id = ? AND pruned = 0
                         ORDER BY 2
                        """)
                .text(run.value())
                .text(run.value())
                .rows(row -> new Stretch(row.getLong(1), row.getLong(2)));
    }

    private static List<StoredEvent> own(SqlSession session, Stretch stretch, long from, int limit)
            throws SQLException {
        return session.prepare("""
                        SELECT seq, type, node_id, public, private FROM events
                         WHERE run = ? AND seq >= ? AND seq < ? ORDER BY seq LIMIT ?
                        """)
                .number(stretch.run)
                .number(from)
                .number(stretch.end)
                .number(limit)
                .rows(EventTable::event);
    }

    private static StoredEvent event(ResultSet row) throws SQLException {
        return new StoredEvent(row.getLong(1), row.getString(2), row.getString(3), row.getBytes(4), row.getBytes(5));
    }

    /// Whether a fork that still has its events reads some of this run's.
    private static boolean isShared(SqlSession session, long run) throws SQLException {
        return session.prepare("""
                        SELECT 1 FROM segments s JOIN runs fork ON fork.id = s.run
                         WHERE s.source = ? AND fork.pruned = 0 LIMIT 1
                        """).number(run).first(row -> row.getInt(1)).isPresent();
    }

    /// Deletes the events of a run that is over and that no fork reads, and the answers that belong to it.
    static boolean prune(SqlSession session, RunId run) throws SQLException {
        Optional<Ended> over =
                session.prepare("""
                        SELECT r.id, h.tenant FROM runs r JOIN headers h ON h.run = r.id
                         WHERE r.run_id = ? AND r.pruned = 0 AND r.status IN ('completed', 'failed', 'cancelled')
                        """).text(run.value()).first(row -> new Ended(row.getLong(1), row.getString(2)));
        if (over.isEmpty() || isShared(session, over.get().run)) {
            return false;
        }
        long number = over.get().run;
        session.prepare("DELETE FROM events WHERE run = ?").number(number).update();
        AnswerTable.forget(session, over.get().tenant, run);
        long sum = session.prepare(
                        "SELECT head, status, ready, due_at, current_node, updated_at FROM runs WHERE id = ?")
                .number(number)
                .first(RowSum::ofRow)
                .orElseThrow();
        session.prepare("UPDATE runs SET pruned = 1, row_sum = ? WHERE id = ?")
                .number(sum)
                .number(number)
                .update();
        return true;
    }

    /// A run that may be pruned.
    private record Ended(long run, String tenant) {}

    /// Events of one run up to a sequence.
    private record Stretch(long run, long end) {}
}
