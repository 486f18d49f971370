package dev.waybill.store.sql;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Backlog;
import dev.waybill.journal.store.DeadLetter;
import dev.waybill.journal.store.OutboxItem;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/// What waits to be delivered, and what was given up. Both stores speak the same SQL here; only the tables are called
/// otherwise.
///
/// @param outbox the table of what waits
/// @param dead the table of what was given up
public record DeliveryTable(String outbox, String dead) {

    private static final String COLUMNS = "id, run_id, seq, kind, body, not_before, attempts";

    /// What is postponed holds back what came later in its run.
    public List<OutboxItem> undelivered(SqlSession session, String kind, Instant now, int limit) throws SQLException {
        return session.prepare("""
                        SELECT %s FROM %s o
                         WHERE kind = ? AND not_before <= ?
                           AND NOT EXISTS (SELECT 1 FROM %s e WHERE e.kind = o.kind AND e.run_id = o.run_id
                                              AND e.seq < o.seq AND e.not_before > ?)
                         ORDER BY run_id, seq, id LIMIT ?""".formatted(COLUMNS, outbox, outbox))
                .text(kind)
                .time(now)
                .time(now)
                .number(limit)
                .rows(DeliveryTable::item);
    }

    private static OutboxItem item(ResultSet row) throws SQLException {
        return new OutboxItem(
                row.getString(1),
                new RunId(row.getString(2)),
                row.getLong(3),
                row.getString(4),
                row.getBytes(5),
                Micros.toInstant(row.getLong(6)),
                row.getInt(7));
    }

    public int delivered(SqlSession session, String id) throws SQLException {
        return session.prepare("DELETE FROM " + outbox + " WHERE id = ?")
                .text(id)
                .update();
    }

    public int postpone(SqlSession session, String id, Instant notBefore) throws SQLException {
        return session.prepare(
                        "UPDATE " + outbox
                                + " SET not_before = ?, attempts = attempts + 1, row_sum = row_sum - not_before + ? + 1 WHERE id = ?")
                .time(notBefore)
                .time(notBefore)
                .text(id)
                .update();
    }

    List<String> due(SqlSession session, String family, Instant now) throws SQLException {
        return session.prepare("SELECT DISTINCT kind FROM " + outbox
                        + " WHERE kind >= ? AND kind < ? AND not_before <= ? ORDER BY kind")
                .text(family)
                .text(after(family))
                .time(now)
                .rows(row -> row.getString(1));
    }

    boolean claim(SqlSession session, OutboxItem item, Instant until) throws SQLException {
        return session.prepare(
                                "UPDATE " + outbox
                                        + " SET not_before = ?, row_sum = row_sum - not_before + ? WHERE id = ? AND not_before = ?")
                        .time(until)
                        .time(until)
                        .text(item.id())
                        .time(item.notBefore())
                        .update()
                == 1;
    }

    /// What is buried twice is buried once.
    int bury(SqlSession session, String id, Instant at, String reason) throws SQLException {
        session.prepare("""
                        INSERT INTO %s (id, run_id, seq, kind, body, not_before, attempts, row_sum, died_at, reason, death_sum)
                        SELECT id, run_id, seq, kind, body, not_before, attempts, row_sum, CAST(? AS bigint),
                               CAST(? AS text), CAST(? AS bigint)
                          FROM %s WHERE id = ? ON CONFLICT (id) DO NOTHING""".formatted(dead, outbox))
                .time(at)
                .text(reason)
                .number(RowSum.of(at, reason))
                .text(id)
                .update();
        return delivered(session, id);
    }

    List<DeadLetter> buried(SqlSession session, String kind, int limit) throws SQLException {
        return session.prepare("SELECT " + COLUMNS + ", died_at, reason FROM " + dead
                        + " WHERE kind = ? ORDER BY died_at DESC, id LIMIT ?")
                .text(kind)
                .number(limit)
                .rows(row -> new DeadLetter(item(row), Micros.toInstant(row.getLong(8)), row.getString(9)));
    }

    int revive(SqlSession session, String kind, Instant now) throws SQLException {
        session.prepare("""
                        INSERT INTO %s (%s, row_sum)
                        SELECT id, run_id, seq, kind, body, CAST(? AS bigint), 0,
                               row_sum - not_before - attempts + CAST(? AS bigint)
                          FROM %s WHERE kind = ?
                        ON CONFLICT (id) DO NOTHING""".formatted(outbox, COLUMNS, dead))
                .time(now)
                .time(now)
                .text(kind)
                .update();
        return session.prepare("DELETE FROM " + dead + " WHERE kind = ?")
                .text(kind)
                .update();
    }

    int drop(SqlSession session, String kind) throws SQLException {
        int dropped = 0;
        for (String table : List.of(outbox, dead)) {
            dropped += session.prepare("DELETE FROM " + table + " WHERE kind = ?")
                    .text(kind)
                    .update();
        }
        return dropped;
    }

    List<Backlog> backlog(SqlSession session, String family) throws SQLException {
        return session.prepare("""
                        SELECT kind, sum(waiting), sum(dead) FROM (
                          SELECT kind, 1 AS waiting, 0 AS dead FROM %s WHERE kind >= ? AND kind < ?
                          UNION ALL
                          SELECT kind, 0 AS waiting, 1 AS dead FROM %s WHERE kind >= ? AND kind < ?) letters
                         GROUP BY kind ORDER BY kind""".formatted(outbox, dead))
                .text(family)
                .text(after(family))
                .text(family)
                .text(after(family))
                .rows(row -> new Backlog(row.getString(1), row.getLong(2), row.getLong(3)));
    }

    /// The first text behind all that begin with this one.
    private static String after(String family) {
        char last = family.charAt(family.length() - 1);
        return family.substring(0, family.length() - 1) + (char) (last + 1);
    }
}
