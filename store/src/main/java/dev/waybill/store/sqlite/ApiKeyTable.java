package dev.waybill.store.sqlite;

import dev.waybill.base.Digest;
import dev.waybill.journal.store.ApiKey;
import dev.waybill.store.sql.Micros;
import dev.waybill.store.sql.SqlSession;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Who may call this host.
final class ApiKeyTable {

    private static final String SELECT = "SELECT id, tenant, label, digest, created_at, expires_at FROM api_keys";

    private ApiKeyTable() {}

    static Optional<ApiKey> find(SqlSession session, Digest digest) throws SQLException {
        return session.prepare(SELECT + " WHERE digest = ?")
                .bytes(digest.toBytes())
                .first(ApiKeyTable::key);
    }

    static List<ApiKey> all(SqlSession session) throws SQLException {
        return session.prepare(SELECT + " ORDER BY created_at, id").rows(ApiKeyTable::key);
    }

    private static ApiKey key(ResultSet row) throws SQLException {
        return new ApiKey(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                Digest.ofBytes(row.getBytes(4)),
                Micros.toInstant(row.getLong(5)),
                Micros.read(row, 6));
    }

    /// @return false when the id or the digest is taken
    static boolean add(SqlSession session, ApiKey key) throws SQLException {
        int added = session.prepare("""
                        INSERT INTO api_keys (id, tenant, label, digest, created_at, expires_at)
                        VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                        """)
                .text(key.id())
                .text(key.tenant())
                .text(key.label())
                .bytes(key.digest().toBytes())
                .time(key.createdAt())
                .time(key.expiresAt())
                .update();
        return added == 1;
    }

    static boolean addFirst(SqlSession session, ApiKey key) throws SQLException {
        return all(session).isEmpty() && add(session, key);
    }

    static boolean expire(SqlSession session, String id, Instant at) throws SQLException {
        int found = session.prepare("UPDATE api_keys SET expires_at = min(coalesce(expires_at, ?), ?) WHERE id = ?")
                .time(at)
                .time(at)
                .text(id)
                .update();
        return found == 1;
    }
}
