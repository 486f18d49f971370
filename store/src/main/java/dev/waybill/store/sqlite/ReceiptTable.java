package dev.waybill.store.sqlite;

import dev.waybill.base.Digest;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.ReceiptHead;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.StoredReceipt.Kind;
import dev.waybill.store.sql.RowSum;
import dev.waybill.store.sql.SqlSession;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// Receipts in commit order.
final class ReceiptTable {

    private ReceiptTable() {}

    static void insert(SqlSession session, long run, List<StoredReceipt> receipts) throws SQLException {
        for (StoredReceipt receipt : receipts) {
            session.prepare(
                            "INSERT INTO receipts (run, kind, place, seq, ref, bytes, row_sum) VALUES (?, ?, ?, ?, ?, ?, ?)")
                    .number(run)
                    .text(name(receipt.kind()))
                    .number(receipt.index())
                    .number(receipt.sequence())
                    .bytes(receipt.ref().toBytes())
                    .bytes(receipt.bytes())
                    .number(RowSum.of(receipt, name(receipt.kind())))
                    .update();
        }
    }

    static List<StoredReceipt> read(SqlSession session, RunId run, Kind kind, long fromIndex, int limit)
            throws SQLException {
        return session.prepare("""
                        SELECT place, seq, ref, bytes FROM receipts
                         WHERE run = (SELECT id FROM runs WHERE run_id = ?) AND kind = ? AND place >= ?
                         ORDER BY place LIMIT ?
                        """)
                .text(run.value())
                .text(name(kind))
                .number(fromIndex)
                .number(limit)
                .rows(row -> receipt(kind, row));
    }

    private static StoredReceipt receipt(Kind kind, ResultSet row) throws SQLException {
        return new StoredReceipt(
                kind, row.getLong(1), row.getLong(2), Digest.ofBytes(row.getBytes(3)), row.getBytes(4));
    }

    static Optional<ReceiptHead> head(SqlSession session, RunId run) throws SQLException {
        return session.prepare("""
                        SELECT place, ref FROM receipts
                         WHERE run = (SELECT id FROM runs WHERE run_id = ?) AND kind = 'step'
                         ORDER BY place DESC LIMIT 1
                        """).text(run.value()).first(ReceiptTable::head);
    }

    /// Receipts are chained in the order of their events, so the newest one is that of the last event.
    static Optional<ReceiptHead> headBefore(SqlSession session, RunId run, long sequence) throws SQLException {
        return session.prepare("""
                        SELECT place, ref FROM receipts
                         WHERE run = (SELECT id FROM runs WHERE run_id = ?) AND kind = 'step' AND seq < ?
                         ORDER BY seq DESC, place DESC LIMIT 1
                        """)
                .text(run.value())
                .number(Math.max(sequence, StoredReceipt.CREATION + 1))
                .first(ReceiptTable::head);
    }

    private static ReceiptHead head(ResultSet row) throws SQLException {
        return new ReceiptHead(row.getLong(1) + 1, Digest.ofBytes(row.getBytes(2)));
    }

    private static String name(Kind kind) {
        return switch (kind) {
            case STEP -> "step";
            case SUMMARY -> "summary";
        };
    }
}
