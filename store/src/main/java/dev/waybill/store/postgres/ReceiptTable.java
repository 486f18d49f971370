package dev.waybill.store.postgres;

import dev.waybill.base.Digest;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.ReceiptHead;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.StoredReceipt.Kind;
import dev.waybill.store.sql.Bound;
import dev.waybill.store.sql.RowSum;
import dev.waybill.store.sql.SqlSession;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// The table `receipt`: who signed for what, in commit order for each run.
final class ReceiptTable {

    static final String INSERT = """
            INSERT INTO waybill.receipt (run_id, kind, idx, seq, ref, bytes, row_sum)
            SELECT *
              FROM unnest(?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::bytea[], ?::bytea[], ?::bigint[])
                AS s (run_id, kind, idx, seq, ref, bytes, row_sum)""";

    private ReceiptTable() {}

    /// A receipt on its way into the table.
    record Line(RunId run, StoredReceipt receipt) {}

    static List<StoredReceipt> read(SqlSession session, RunId run, Kind kind, long from, int limit)
            throws SQLException {
        return session.prepare("""
                        SELECT idx, seq, ref, bytes
                          FROM waybill.receipt
                         WHERE run_id = ? AND kind = ? AND idx >= ?
                         ORDER BY idx
                         LIMIT ?""")
                .text(run.value())
                .text(kind.name())
                .number(from)
                .number(limit)
                .rows(row -> new StoredReceipt(
                        kind, row.getLong(1), row.getLong(2), Digest.ofBytes(row.getBytes(3)), row.getBytes(4)));
    }

    static Optional<ReceiptHead> head(SqlSession session, RunId run) throws SQLException {
        return session.prepare("""
                        SELECT idx, ref
                          FROM waybill.receipt
                         WHERE run_id = ? AND kind = 'STEP'
                         ORDER BY idx DESC
                         LIMIT 1""").text(run.value()).first(ReceiptTable::readHead);
    }

    /// Receipts are chained in the order of their events, so the newest one is that of the last event. The root
    /// receipt signs for -1, which lies before every event, but not before every sequence asked for.
    static Optional<ReceiptHead> headBefore(SqlSession session, RunId run, long sequence) throws SQLException {
        return session.prepare("""
                        SELECT idx, ref
                          FROM waybill.receipt
                         WHERE run_id = ? AND kind = 'STEP' AND seq < ?
                         ORDER BY seq DESC, idx DESC
                         LIMIT 1""")
                .text(run.value())
                .number(Math.max(sequence, 0))
                .first(ReceiptTable::readHead);
    }

    private static ReceiptHead readHead(ResultSet row) throws SQLException {
        return new ReceiptHead(row.getLong(1) + 1, Digest.ofBytes(row.getBytes(2)));
    }

    static void insert(SqlSession session, List<Append> appends) throws SQLException {
        List<Line> lines = lines(appends);
        if (!lines.isEmpty()) {
            bind(session.prepare(INSERT), lines).update();
        }
    }

    static List<Line> lines(List<Append> appends) {
        return appends.stream()
                .flatMap(append -> append.receipts().stream().map(receipt -> new Line(append.run(), receipt)))
                .toList();
    }

    static Bound bind(Bound statement, List<Line> lines) throws SQLException {
        return new Rows<>(statement, lines)
                .texts(line -> line.run().value())
                .texts(line -> line.receipt().kind().name())
                .numbers(line -> line.receipt().index())
                .numbers(line -> line.receipt().sequence())
                .bytes(line -> line.receipt().ref().toBytes())
                .bytes(line -> line.receipt().bytes())
                .numbers(line -> RowSum.of(line.receipt(), line.receipt().kind().name()))
                .bound();
    }
}
