package dev.waybill.store.sqlite;

import dev.waybill.base.json.JsonArray;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.ChildCount;
import dev.waybill.journal.store.Growth;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What lists of runs ask besides the runs themselves, each in one statement.
///
/// The mark of what grew is the number of an event's row: a file has one writer at a time, so rows are numbered in the
/// order of their commits, and no index has to be kept for it. Numbers fall only when the newest events of all are
/// pruned, which a reader notices.
final class Grown {

    private Grown() {}

    private record Seen(long newest, long events) {}

    static Growth since(SqlSession session, long since, int most) throws SQLException {
        long newest = session.prepare("SELECT coalesce(max(rowid), 0) FROM events")
                .first(row -> row.getLong(1))
                .orElse(0L);
        if (since < 0 || since == newest) {
            return new Growth(newest, List.of(), true);
        }
        Seen seen = session.prepare("""
                        SELECT coalesce(max(place), 0), count(*)
                          FROM (SELECT rowid AS place FROM events WHERE rowid > ? ORDER BY rowid LIMIT ?)
                        """)
                .number(since)
                .number(most)
                .first(row -> new Seen(row.getLong(1), row.getLong(2)))
                .orElse(new Seen(newest, 0));
        if (since > newest || seen.newest < newest) {
            return new Growth(newest, List.of(), false);
        }
        List<StoredRun> runs =
                session.prepare(RunTable.STORED_RUN + """
                         WHERE r.id IN (SELECT run FROM events WHERE rowid > ?)
                         ORDER BY r.run_id
                        """).number(since).readable(RunTable::stored);
        return new Growth(newest, runs, true);
    }

    static Map<RunId, ChildCount> children(SqlSession session, @Nullable String tenant, Collection<RunId> parents)
            throws SQLException {
        Map<RunId, ChildCount> counts = new LinkedHashMap<>();
        session.prepare("""
                        SELECT h.parent, count(*), sum(r.status NOT IN ('completed', 'failed', 'cancelled'))
                          FROM headers h JOIN runs r ON r.id = h.run
                         WHERE h.parent IN (SELECT value FROM json_each(?)) AND h.tenant = coalesce(?, h.tenant)
                         GROUP BY h.parent
                        """)
                .text(JsonArray.ofStrings(parents.stream().map(RunId::value).toList())
                        .toString())
                .text(tenant)
                .rows(row -> Map.entry(new RunId(row.getString(1)), new ChildCount(row.getLong(2), row.getLong(3))))
                .forEach(found -> counts.put(found.getKey(), found.getValue()));
        return counts;
    }
}
