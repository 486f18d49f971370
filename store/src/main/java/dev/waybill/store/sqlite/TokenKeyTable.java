package dev.waybill.store.sqlite;

import dev.waybill.journal.store.TokenKey;
import dev.waybill.store.sql.Micros;
import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The secrets of tokens. There is one writer at a time, so what it sees stays so until it commits.
final class TokenKeyTable {

    private TokenKeyTable() {}

    /// All keys, newest first.
    static List<TokenKey> read(SqlSession session) throws SQLException {
        List<TokenKey> keys = session.prepare("SELECT id, secret, created_at, valid_until FROM token_keys")
                .rows(row -> new TokenKey(
                        row.getInt(1), row.getBytes(2), Micros.toInstant(row.getLong(3)), Micros.read(row, 4)));
        return keys.stream().sorted(TokenKey.NEWEST_FIRST).toList();
    }

    static List<TokenKey> create(SqlSession session, TokenKey first) throws SQLException {
        if (read(session).isEmpty()) {
            insert(session, first);
        }
        return read(session);
    }

    /// @return nothing when a key with the new one's id is still valid
    static Optional<List<TokenKey>> rotate(SqlSession session, TokenKey next, Instant oldValidUntil)
            throws SQLException {
        if (read(session).stream().anyMatch(key -> key.id() == next.id() && key.isValid(next.createdAt()))) {
            return Optional.empty();
        }
        session.prepare("UPDATE token_keys SET valid_until = ? WHERE valid_until IS NULL OR valid_until > ?")
                .time(oldValidUntil)
                .time(oldValidUntil)
                .update();
        insert(session, next);
        return Optional.of(read(session));
    }

    private static void insert(SqlSession session, TokenKey key) throws SQLException {
        session.prepare("INSERT OR REPLACE INTO token_keys (id, secret, created_at, valid_until) VALUES (?, ?, ?, ?)")
                .number(key.id())
                .bytes(key.secret())
                .time(key.createdAt())
                .time(key.validUntil())
                .update();
    }
}
