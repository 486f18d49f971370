package dev.waybill.store.postgres;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.OutboxItem;
import dev.waybill.store.sql.Micros;
import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/// The table `outbox`: what waits to be delivered.
final class OutboxTable {

    private OutboxTable() {}

    static List<OutboxItem> undelivered(SqlSession session, String kind, Instant now, int limit) throws SQLException {
        return session.prepare("""
                        SELECT id, run_id, seq, kind, body, not_before, attempts
                          FROM waybill.outbox
                         WHERE kind = ? AND not_before <= ?
                         ORDER BY not_before, run_id, seq, id
                         LIMIT ?""")
                .text(kind)
                .time(now)
                .number(limit)
                .rows(row -> new OutboxItem(
                        row.getString(1),
                        new RunId(row.getString(2)),
                        row.getLong(3),
                        row.getString(4),
                        row.getBytes(5),
                        Micros.toInstant(row.getLong(6)),
                        row.getInt(7)));
    }

    /// A delivery that is known already stays as it is.
    static void insert(SqlSession session, List<OutboxItem> items) throws SQLException {
        if (items.isEmpty()) {
            return;
        }
        List<OutboxItem> ordered =
                items.stream().sorted(Comparator.comparing(OutboxItem::id)).toList();
        new Rows<>(session.prepare("""
                        INSERT INTO waybill.outbox (id, run_id, seq, kind, body, not_before, attempts)
                        SELECT *
                          FROM unnest(?::text[], ?::text[], ?::bigint[], ?::text[], ?::bytea[], ?::bigint[], ?::bigint[])
                            ON CONFLICT (id) DO NOTHING"""), ordered)
                .texts(OutboxItem::id)
                .texts(item -> item.run().value())
                .numbers(OutboxItem::sequence)
                .texts(OutboxItem::kind)
                .bytes(OutboxItem::body)
                .numbers(item -> Micros.of(item.notBefore()))
                .numbers(item -> (long) item.attempts())
                .bound()
                .update();
    }

    static int delete(SqlSession session, String id) throws SQLException {
        return session.prepare("DELETE FROM waybill.outbox WHERE id = ?")
                .text(id)
                .update();
    }

    static int postpone(SqlSession session, String id, Instant notBefore) throws SQLException {
        return session.prepare("UPDATE waybill.outbox SET not_before = ?, attempts = attempts + 1 WHERE id = ?")
                .time(notBefore)
                .text(id)
                .update();
    }
}
