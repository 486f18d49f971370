package dev.waybill.store.sqlite;

import dev.waybill.base.Digest;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.IdempotencyKey;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.store.sql.Micros;
import dev.waybill.store.sql.RowSum;
import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/// Answers that repeated calls get again.
final class AnswerTable {

    private AnswerTable() {}

    static Optional<IdempotencyRecord> read(SqlSession session, IdempotencyKey key, Instant now) throws SQLException {
        return session.prepare("""
                        SELECT request, answer, created_at, expires_at FROM answers
                         WHERE tenant = ? AND operation = ? AND key = ? AND expires_at > ?
                        """)
                .text(key.tenant())
                .text(key.operation())
                .text(key.key())
                .time(now)
                .first(row -> new IdempotencyRecord(
                        key,
                        Digest.ofBytes(row.getBytes(1)),
                        row.getBytes(2),
                        Micros.toInstant(row.getLong(3)),
                        Micros.toInstant(row.getLong(4))));
    }

    /// An expired answer under the same key makes room.
    static void insert(SqlSession session, IdempotencyRecord answer) throws SQLException {
        session.prepare("""
                        INSERT OR REPLACE INTO answers
                               (tenant, operation, key, request, answer, created_at, expires_at, row_sum)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                        """)
                .text(answer.key().tenant())
                .text(answer.key().operation())
                .text(answer.key().key())
                .bytes(answer.request().toBytes())
                .bytes(answer.answer())
                .time(answer.createdAt())
                .time(answer.expiresAt())
                .number(RowSum.of(answer))
                .update();
    }

    /// Deletes the answers to calls that moved a run on.
    static int forget(SqlSession session, String tenant, RunId run) throws SQLException {
        return session.prepare("DELETE FROM answers WHERE tenant = ? AND operation = ? AND key >= ? AND key < ?")
                .text(tenant)
                .text(IdempotencyKey.ADVANCE)
                .text(IdempotencyKey.firstOf(run))
                .text(IdempotencyKey.endOf(run))
                .update();
    }

    static int expire(SqlSession session, Instant now) throws SQLException {
        return session.prepare("DELETE FROM answers WHERE expires_at <= ?")
                .time(now)
                .update();
    }
}
