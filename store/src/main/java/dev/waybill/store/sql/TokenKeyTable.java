package dev.waybill.store.sql;

import dev.waybill.journal.store.TokenKey;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The secrets of tokens. Both stores speak the same SQL here; only the table is called otherwise. Who changes it
/// sees to it that nobody else does meanwhile.
public record TokenKeyTable(String name) {

    /// All keys, newest first.
    public List<TokenKey> read(SqlSession session) throws SQLException {
        List<TokenKey> keys = session.prepare("SELECT id, secret, created_at, valid_until FROM " + name)
                .rows(row -> new TokenKey(
                        row.getInt(1), row.getBytes(2), Micros.toInstant(row.getLong(3)), Micros.read(row, 4)));
        return keys.stream().sorted(TokenKey.NEWEST_FIRST).toList();
    }

    public List<TokenKey> create(SqlSession session, TokenKey first) throws SQLException {
        if (read(session).isEmpty()) {
            insert(session, first);
        }
        return read(session);
    }

    /// @return nothing when a key with the new one's id is still valid
    public Optional<List<TokenKey>> rotate(SqlSession session, TokenKey next, Instant oldValidUntil)
            throws SQLException {
        if (read(session).stream().anyMatch(key -> key.id() == next.id() && key.isValid(next.createdAt()))) {
            return Optional.empty();
        }
        session.prepare("UPDATE " + name + " SET valid_until = ?, row_sum = row_sum - coalesce(valid_until, 0) + ?"
                        + " WHERE valid_until IS NULL OR valid_until > ?")
                .time(oldValidUntil)
                .time(oldValidUntil)
                .time(oldValidUntil)
                .update();
        insert(session, next);
        return Optional.of(read(session));
    }

    private void insert(SqlSession session, TokenKey key) throws SQLException {
        session.prepare("""
                        INSERT INTO %s (id, secret, created_at, valid_until, row_sum) VALUES (?, ?, ?, ?, ?)
                            ON CONFLICT (id) DO UPDATE
                           SET secret = excluded.secret, created_at = excluded.created_at,
                               valid_until = excluded.valid_until, row_sum = excluded.row_sum""".formatted(name))
                .number(key.id())
                .bytes(key.secret())
                .time(key.createdAt())
                .time(key.validUntil())
                .number(RowSum.of(key.id(), key.secret(), key.createdAt()) + Micros.orZero(key.validUntil()))
                .update();
    }
}
