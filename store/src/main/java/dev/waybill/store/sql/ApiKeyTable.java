package dev.waybill.store.sql;

import dev.waybill.base.Digest;
import dev.waybill.journal.store.ApiKey;
import dev.waybill.journal.store.Scope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Who may call this host. Both stores speak the same SQL here; only the table is called otherwise.
public record ApiKeyTable(String name) {

    /// The scopes that there were when keys got some.
    public static final String EVERYTHING = "manifest:read runs:create runs:read runs:cancel artifacts:read"
            + " webhooks:manage approvals:respond audit:read workspace:read workspace:write";

    public Optional<ApiKey> find(SqlSession session, Digest digest) throws SQLException {
        return session.prepare(select() + " WHERE digest = ?")
                .bytes(digest.toBytes())
                .first(ApiKeyTable::key);
    }

    public List<ApiKey> all(SqlSession session) throws SQLException {
        return session.prepare(select() + " ORDER BY created_at, id").rows(ApiKeyTable::key);
    }

    private String select() {
        return "SELECT id, tenant, label, digest, scopes, created_at, expires_at FROM " + name;
    }

    private static ApiKey key(ResultSet row) throws SQLException {
        return new ApiKey(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                Digest.ofBytes(row.getBytes(4)),
                scopes(row.getString(5)),
                Micros.toInstant(row.getLong(6)),
                Micros.read(row, 7));
    }

    /// A name that this program does not know gives no permission.
    private static Set<Scope> scopes(String names) {
        return Arrays.stream(names.split(" "))
                .map(Scope::of)
                .flatMap(Optional::stream)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Scope.class)));
    }

    private static String names(Set<Scope> scopes) {
        return scopes.stream().map(Scope::wire).collect(Collectors.joining(" "));
    }

    /// @return false when the id or the digest is taken
    public boolean add(SqlSession session, ApiKey key) throws SQLException {
        int added = session.prepare("""
                        INSERT INTO %s (id, tenant, label, digest, scopes, created_at, expires_at, row_sum)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING""".formatted(name))
                .text(key.id())
                .text(key.tenant())
                .text(key.label())
                .bytes(key.digest().toBytes())
                .text(names(key.scopes()))
                .time(key.createdAt())
                .time(key.expiresAt())
                .number(sum(key))
                .update();
        return added == 1;
    }

    private static long sum(ApiKey key) {
        long fixed = RowSum.of(
                key.id(), key.tenant(), key.label(), key.digest().toBytes(), names(key.scopes()), key.createdAt());
        return fixed + Micros.orZero(key.expiresAt());
    }

    /// The caller sees to it that nobody else adds one meanwhile.
    public boolean addFirst(SqlSession session, ApiKey key) throws SQLException {
        return all(session).isEmpty() && add(session, key);
    }

    /// An earlier end stays.
    ///
    /// @return whether there is such a key
    public boolean expire(SqlSession session, String id, Instant at) throws SQLException {
        int found = session.prepare("""
                        UPDATE %s SET expires_at = CASE WHEN expires_at < ? THEN expires_at ELSE ? END,
                               row_sum = row_sum
                                   + CASE WHEN expires_at < ? THEN 0 ELSE ? - coalesce(expires_at, 0) END
                         WHERE id = ?""".formatted(name))
                .time(at)
                .time(at)
                .time(at)
                .time(at)
                .text(id)
                .update();
        return found == 1;
    }
}
