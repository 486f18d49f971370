package dev.waybill.store.sqlite;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.OutboxItem;
import dev.waybill.store.sql.Micros;
import dev.waybill.store.sql.SqlSession;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/// What waits to be delivered.
final class OutboxTable {

    private OutboxTable() {}

    static void insert(SqlSession session, List<OutboxItem> items) throws SQLException {
        for (OutboxItem item : items) {
            session.prepare("""
                            INSERT INTO outbox (id, run_id, seq, kind, body, not_before, attempts)
                            VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
                            """)
                    .text(item.id())
                    .text(item.run().value())
                    .number(item.sequence())
                    .text(item.kind())
                    .bytes(item.body())
                    .time(item.notBefore())
                    .number(item.attempts())
                    .update();
        }
    }

    static List<OutboxItem> undelivered(SqlSession session, String kind, Instant now, int limit) throws SQLException {
        return session.prepare("""
                        SELECT id, run_id, seq, kind, body, not_before, attempts FROM outbox
                         WHERE kind = ? AND not_before <= ? ORDER BY not_before, run_id, seq, id LIMIT ?
                        """).text(kind).time(now).number(limit).rows(OutboxTable::item);
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

    static int delivered(SqlSession session, String id) throws SQLException {
        return session.prepare("DELETE FROM outbox WHERE id = ?").text(id).update();
    }

    static int postpone(SqlSession session, String id, Instant notBefore) throws SQLException {
        return session.prepare("UPDATE outbox SET not_before = ?, attempts = attempts + 1 WHERE id = ?")
                .time(notBefore)
                .text(id)
                .update();
    }
}
