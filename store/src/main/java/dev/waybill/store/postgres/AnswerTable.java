package dev.waybill.store.postgres;

import dev.waybill.base.Digest;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.IdempotencyKey;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.store.sql.Micros;
import dev.waybill.store.sql.RowSum;
import dev.waybill.store.sql.SqlSession;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The table `answer`: what repeated calls get again.
final class AnswerTable {

    /// All writers insert in this order, so that none waits for one that waits for it.
    private static final Comparator<IdempotencyRecord> ORDER = Comparator.comparing(
            IdempotencyRecord::key,
            Comparator.comparing(IdempotencyKey::tenant)
                    .thenComparing(IdempotencyKey::operation)
                    .thenComparing(IdempotencyKey::key));

    private AnswerTable() {}

    static Optional<IdempotencyRecord> find(SqlSession session, IdempotencyKey key, Instant now) throws SQLException {
        return session.prepare("""
                        SELECT tenant, operation, key, request, answer, created_at, expires_at
                          FROM waybill.answer
                         WHERE tenant = ? AND operation = ? AND key = ? AND expires_at > ?""")
                .text(key.tenant())
                .text(key.operation())
                .text(key.key())
                .time(now)
                .first(AnswerTable::read);
    }

    /// Expired ones too: who asks knows by which clock to judge.
    static List<IdempotencyRecord> find(SqlSession session, List<IdempotencyKey> keys) throws SQLException {
        if (keys.isEmpty()) {
            return List.of();
        }
        return new Rows<>(session.prepare("""
                        SELECT tenant, operation, key, request, answer, created_at, expires_at
                          FROM waybill.answer
                          JOIN unnest(?::text[], ?::text[], ?::text[]) AS asked (tenant, operation, key)
                         USING (tenant, operation, key)"""), keys)
                .texts(IdempotencyKey::tenant)
                .texts(IdempotencyKey::operation)
                .texts(IdempotencyKey::key)
                .bound()
                .rows(AnswerTable::read);
    }

    private static IdempotencyRecord read(ResultSet row) throws SQLException {
        return new IdempotencyRecord(
                new IdempotencyKey(row.getString(1), row.getString(2), row.getString(3)),
                Digest.ofBytes(row.getBytes(4)),
                row.getBytes(5),
                Micros.toInstant(row.getLong(6)),
                Micros.toInstant(row.getLong(7)));
    }

    /// An expired answer gives way; one that is still good was written by somebody else since we looked.
    static void insert(SqlSession session, List<IdempotencyRecord> records) throws SQLException {
        if (records.isEmpty()) {
            return;
        }
        int written = new Rows<>(
                        session.prepare("""
                        INSERT INTO waybill.answer AS old (
                               tenant, operation, key, request, answer, created_at, expires_at, row_sum)
                        SELECT *
                          FROM unnest(?::text[], ?::text[], ?::text[], ?::bytea[], ?::bytea[], ?::bigint[], ?::bigint[],
                                      ?::bigint[])
                            ON CONFLICT (tenant, operation, key) DO UPDATE
                           SET request = excluded.request, answer = excluded.answer,
                               created_at = excluded.created_at, expires_at = excluded.expires_at,
                               row_sum = excluded.row_sum
                         WHERE old.expires_at <= excluded.created_at"""), records.stream().sorted(ORDER).toList())
                .texts(record -> record.key().tenant())
                .texts(record -> record.key().operation())
                .texts(record -> record.key().key())
                .bytes(record -> record.request().toBytes())
                .bytes(IdempotencyRecord::answer)
                .numbers(record -> Micros.of(record.createdAt()))
                .numbers(record -> Micros.of(record.expiresAt()))
                .numbers(RowSum::of)
                .bound()
                .update();
        if (written != records.size()) {
            throw Problems.overtaken();
        }
    }

    /// Deletes the answers to calls that moved a run on.
    static int forget(SqlSession session, String tenant, RunId run) throws SQLException {
        return session.prepare("DELETE FROM waybill.answer WHERE tenant = ? AND operation = ? AND key >= ? AND key < ?")
                .text(tenant)
                .text(IdempotencyKey.ADVANCE)
                .text(IdempotencyKey.firstOf(run))
                .text(IdempotencyKey.endOf(run))
                .update();
    }

    static int expire(SqlSession session, Instant now) throws SQLException {
        return session.prepare("DELETE FROM waybill.answer WHERE expires_at <= ?")
                .time(now)
                .update();
    }
}
