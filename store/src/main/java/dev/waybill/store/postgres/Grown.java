package dev.waybill.store.postgres;

import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.ChildCount;
import dev.waybill.journal.store.Growth;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What lists of runs ask besides the runs themselves, each in one statement.
///
/// Transactions become visible out of order, so neither a time nor a counter can say what is new. Every event keeps the
/// number of its transaction, and the mark is the oldest transaction that is still under way: whatever is below it has
/// been seen or will never be. What lies above it is told again, until the mark has passed it.
final class Grown {

    private static final String HORIZON = "pg_snapshot_xmin(pg_current_snapshot())::text::bigint";

    private Grown() {}

    /// @param run null where nothing grew
    private record Line(long horizon, long newest, @Nullable String run, long events) {}

    static Growth since(SqlSession session, long since, int most) throws SQLException {
        List<Line> lines = session.prepare("""
                        SELECT h.horizon, h.newest, g.run_id, g.events
                          FROM (SELECT %s AS horizon,
                                       pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS newest) AS h
                          LEFT JOIN (SELECT run_id, count(*) AS events
                                       FROM (SELECT run_id FROM waybill.event WHERE xact >= ? ORDER BY xact LIMIT ?) AS e
                                      GROUP BY run_id) AS g ON true""".formatted(HORIZON))
                .number(since < 0 ? Long.MAX_VALUE : since)
                .number(since < 0 ? 0 : most)
                .rows(row -> new Line(row.getLong(1), row.getLong(2), row.getString(3), row.getLong(4)));
        Line any = lines.getFirst();
        List<String> grew =
                lines.stream().flatMap(line -> Stream.ofNullable(line.run())).toList();
        long events = lines.stream().mapToLong(Line::events).sum();
        // A mark from the future is one of another database, of which this one is an older copy.
        if (since >= 0 && (events >= most || since > any.newest)) {
            return new Growth(any.horizon, List.of(), false);
        }
        return new Growth(any.horizon, grew.isEmpty() ? List.of() : RunTable.readable(session, grew), true);
    }

    static Map<RunId, StoredEvent> lastEvents(SqlSession session, Collection<StoredRun> runs) throws SQLException {
        Map<RunId, StoredEvent> last = ownLastEvents(session, runs);
        for (StoredRun run : runs) {
            RunId id = run.header().runId();
            // A fork that has none of its own yet ends with one of its source's.
            if (run.head() > 0 && !run.pruned() && !last.containsKey(id)) {
                EventTable.read(session, id, run.head() - 1, 1).forEach(event -> last.put(id, event));
            }
        }
        return last;
    }

    private static Map<RunId, StoredEvent> ownLastEvents(SqlSession session, Collection<StoredRun> runs)
            throws SQLException {
        Map<RunId, StoredEvent> last = new LinkedHashMap<>();
        session.prepare("""
                        SELECT n.run_id, e.seq, e.type, e.node_id, e.public_part, e.private_part
                          FROM unnest(?::text[], ?::bigint[]) AS n (run_id, seq)
                         CROSS JOIN LATERAL (
                               SELECT seq, type, node_id, public_part, private_part
                                 FROM waybill.event
                                WHERE run_id = n.run_id AND seq = n.seq
                               OFFSET 0) AS e""")
                .array(
                        "text",
                        runs.stream().map(run -> run.header().runId().value()).toArray(String[]::new))
                .array("bigint", runs.stream().map(run -> run.head() - 1).toArray(Long[]::new))
                .rows(row -> Map.entry(
                        new RunId(row.getString(1)),
                        new StoredEvent(
                                row.getLong(2), row.getString(3), row.getString(4), row.getBytes(5), row.getBytes(6))))
                .forEach(found -> last.put(found.getKey(), found.getValue()));
        return last;
    }

    static Map<RunId, ChildCount> children(SqlSession session, @Nullable String tenant, Collection<RunId> parents)
            throws SQLException {
        Map<RunId, ChildCount> counts = new LinkedHashMap<>();
        session.prepare("""
                        SELECT parent_id, count(*),
                               count(*) FILTER (WHERE status NOT IN ('completed', 'failed', 'cancelled'))
                          FROM waybill.run
                         WHERE parent_id = ANY (?) AND tenant = coalesce(?, tenant)
                         GROUP BY parent_id""")
                .array("text", parents.stream().map(RunId::value).toArray(String[]::new))
                .text(tenant)
                .rows(row -> Map.entry(new RunId(row.getString(1)), new ChildCount(row.getLong(2), row.getLong(3))))
                .forEach(found -> counts.put(found.getKey(), found.getValue()));
        return counts;
    }
}
