package dev.waybill.store.postgres;

import dev.waybill.journal.store.TokenKey;
import dev.waybill.store.sql.Micros;
import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The table `token_key`: the secrets of tokens. Whoever changes it locks it first; who only reads goes on.
final class TokenKeyTable {

    private static final String LOCK = "LOCK TABLE waybill.token_key IN SHARE ROW EXCLUSIVE MODE";

    private TokenKeyTable() {}

    /// All keys, newest first.
    static List<TokenKey> read(SqlSession session) throws SQLException {
        List<TokenKey> keys = session.prepare("SELECT id, secret, created_at, valid_until FROM waybill.token_key")
                .rows(row -> new TokenKey(
                        row.getInt(1), row.getBytes(2), Micros.toInstant(row.getLong(3)), Micros.read(row, 4)));
        return keys.stream().sorted(TokenKey.NEWEST_FIRST).toList();
    }

    static List<TokenKey> create(SqlSession session, TokenKey first) throws SQLException {
        session.run(LOCK);
        if (read(session).isEmpty()) {
            insert(session, first);
        }
        return read(session);
    }

    /// @return nothing when a key with the new one's id is still valid
    static Optional<List<TokenKey>> rotate(SqlSession session, TokenKey next, Instant oldValidUntil)
            throws SQLException {
        session.run(LOCK);
        if (read(session).stream().anyMatch(key -> key.id() == next.id() && key.isValid(next.createdAt()))) {
            return Optional.empty();
        }
        session.prepare("UPDATE waybill.token_key SET valid_until = least(valid_until, ?)")
                .time(oldValidUntil)
                .update();
        insert(session, next);
        return Optional.of(read(session));
    }

    private static void insert(SqlSession session, TokenKey key) throws SQLException {
        session.prepare("""
                        INSERT INTO waybill.token_key (id, secret, created_at, valid_until)
                        VALUES (?, ?, ?, ?)
                            ON CONFLICT (id) DO UPDATE
                           SET secret = excluded.secret, created_at = excluded.created_at,
                               valid_until = excluded.valid_until""")
                .number(key.id())
                .bytes(key.secret())
                .time(key.createdAt())
                .time(key.validUntil())
                .update();
    }
}
