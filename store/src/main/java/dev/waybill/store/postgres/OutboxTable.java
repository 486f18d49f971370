package dev.waybill.store.postgres;

import dev.waybill.journal.store.OutboxItem;
import dev.waybill.store.sql.Micros;
import dev.waybill.store.sql.RowSum;
import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;

/// The table `outbox`: what waits to be delivered.
final class OutboxTable {

    private OutboxTable() {}

    /// A delivery that is known already stays as it is.
    static void insert(SqlSession session, List<OutboxItem> items) throws SQLException {
        if (items.isEmpty()) {
            return;
        }
        List<OutboxItem> ordered =
                items.stream().sorted(Comparator.comparing(OutboxItem::id)).toList();
        new Rows<>(session.prepare("""
                        INSERT INTO waybill.outbox (id, run_id, seq, kind, body, not_before, attempts, row_sum)
                        SELECT *
                          FROM unnest(?::text[], ?::text[], ?::bigint[], ?::text[], ?::bytea[], ?::bigint[], ?::bigint[],
                                      ?::bigint[])
                            ON CONFLICT (id) DO NOTHING"""), ordered)
                .texts(OutboxItem::id)
                .texts(item -> item.run().value())
                .numbers(OutboxItem::sequence)
                .texts(OutboxItem::kind)
                .bytes(OutboxItem::body)
                .numbers(item -> Micros.of(item.notBefore()))
                .numbers(item -> (long) item.attempts())
                .numbers(RowSum::of)
                .bound()
                .update();
    }
}
