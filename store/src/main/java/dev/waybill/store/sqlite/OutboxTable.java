package dev.waybill.store.sqlite;

import dev.waybill.journal.store.OutboxItem;
import dev.waybill.store.sql.RowSum;
import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;
import java.util.List;

/// What waits to be delivered.
final class OutboxTable {

    private OutboxTable() {}

    static void insert(SqlSession session, List<OutboxItem> items) throws SQLException {
        for (OutboxItem item : items) {
            session.prepare("""
                            INSERT INTO outbox (id, run_id, seq, kind, body, not_before, attempts, row_sum)
                            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
                            """)
                    .text(item.id())
                    .text(item.run().value())
                    .number(item.sequence())
                    .text(item.kind())
                    .bytes(item.body())
                    .time(item.notBefore())
                    .number(item.attempts())
                    .number(RowSum.of(item))
                    .update();
        }
    }
}
