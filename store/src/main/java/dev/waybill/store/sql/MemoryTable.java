package dev.waybill.store.sql;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.journal.RunId;
import dev.waybill.journal.memory.MemoryLayer;
import dev.waybill.journal.memory.MemoryMark;
import dev.waybill.journal.memory.MemoryScope;
import dev.waybill.journal.memory.MemoryWrite;
import dev.waybill.journal.memory.StoredMemory;
import dev.waybill.journal.store.KeptJson;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What agents remember. Both stores speak the same SQL here; only the tables are called otherwise.
///
/// A change locks its scope's row until its transaction ends. So the versions that can be seen have no gaps, and a
/// version that was read once never gets more.
///
/// @param scopes the table of scopes
/// @param changes the table of changes
public record MemoryTable(String scopes, String changes) {

    private static final String COLUMNS =
            "tenant, scope, version, path, run_id, seq, ref, id, body, created_at, expires_at, row_sum";

    public MemoryMark mark(SqlSession session, MemoryScope scope) throws SQLException {
        return session.prepare("SELECT version, oldest FROM " + scopes + " WHERE tenant = ? AND name = ?")
                .text(scope.tenant())
                .text(scope.name())
                .first(row -> new MemoryMark(row.getLong(1), row.getLong(2)))
                .orElse(MemoryMark.NONE);
    }

    public List<StoredMemory> read(SqlSession session, MemoryLayer layer, @Nullable String ref, @Nullable String id)
            throws SQLException {
        String sql = """
                SELECT %s FROM (
                  SELECT %s, row_number() OVER (PARTITION BY ref, id ORDER BY version DESC) AS place FROM %s
                   WHERE tenant = ? AND scope = ?%s%s
                     AND ((version <= ? AND substr(path, 1, length(CAST(? AS text))) = ?) OR (run_id = ? AND seq < ?))) seen
                 WHERE place = 1 ORDER BY version DESC""".formatted(
                        COLUMNS, COLUMNS, changes, ref == null ? "" : " AND ref = ?", id == null ? "" : " AND id = ?");
        Bound bound = session.prepare(sql)
                .text(layer.scope().tenant())
                .text(layer.scope().name());
        if (ref != null) {
            bound.text(ref);
        }
        if (id != null) {
            bound.text(id);
        }
        return bound.number(layer.version())
                .text(layer.path())
                .text(layer.path())
                .text(layer.run().value())
                .number(layer.before())
                .rows(MemoryTable::row);
    }

    public List<StoredMemory> history(SqlSession session, MemoryScope scope, String ref, String id)
            throws SQLException {
        return session.prepare("SELECT " + COLUMNS + " FROM " + changes
                        + " WHERE tenant = ? AND scope = ? AND ref = ? AND id = ? ORDER BY version")
                .text(scope.tenant())
                .text(scope.name())
                .text(ref)
                .text(id)
                .rows(MemoryTable::row);
    }

    public List<MemoryScope> scopes(SqlSession session, String tenant) throws SQLException {
        return session.prepare("SELECT name FROM " + scopes + " WHERE tenant = ? ORDER BY name")
                .text(tenant)
                .rows(row -> new MemoryScope(tenant, row.getString(1)));
    }

    /// Scopes are taken in one order everywhere, so that no two writers wait for each other.
    public void insert(SqlSession session, List<MemoryWrite> writes) throws SQLException {
        if (writes.isEmpty()) {
            return;
        }
        for (MemoryWrite write :
                writes.stream().sorted(Comparator.comparing(MemoryWrite::scope)).toList()) {
            insert(session, write);
        }
    }

    /// @return the version that it made
    public long insert(SqlSession session, MemoryWrite write) throws SQLException {
        MemoryScope scope = write.scope();
        long version = session.prepare("""
                        INSERT INTO %s AS known (tenant, name, version, oldest, row_sum) VALUES (?, ?, 1, 0, ?)
                        ON CONFLICT (tenant, name) DO UPDATE
                           SET version = known.version + 1, row_sum = known.row_sum + 1
                        RETURNING version""".formatted(scopes))
                .text(scope.tenant())
                .text(scope.name())
                .number(RowSum.of(scope.tenant(), scope.name()) + 1)
                .first(row -> row.getLong(1))
                .orElseThrow();
        RunId run = write.run();
        byte[] body = body(write);
        session.prepare("INSERT INTO %s (%s) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)".formatted(changes, COLUMNS))
                .text(scope.tenant())
                .text(scope.name())
                .number(version)
                .text(write.path())
                .text(run == null ? "" : run.value())
                .number(write.sequence())
                .text(write.ref())
                .text(write.id())
                .bytes(body)
                .time(write.createdAt())
                .time(write.expiresAt())
                .number(sum(write, version, body))
                .update();
        return version;
    }

    /// A text may hold what a column of texts does not take. Nothing at all means that the entry was forgotten.
    private static byte[] body(MemoryWrite write) {
        String content = write.content();
        return content == null
                ? new byte[0]
                : JsonWriter.compactBytes(JsonObject.builder()
                        .put("content", content)
                        .put("tags", JsonArray.ofStrings(write.tags()))
                        .build());
    }

    private static long sum(MemoryWrite write, long version, byte[] body) {
        RunId run = write.run();
        return RowSum.of(
                write.scope().tenant(),
                write.scope().name(),
                version,
                write.path(),
                run == null ? "" : run.value(),
                write.sequence(),
                write.ref(),
                write.id(),
                body,
                write.createdAt(),
                write.expiresAt());
    }

    private static StoredMemory row(ResultSet row) throws SQLException {
        byte[] bytes = row.getBytes(9);
        JsonObject body = bytes.length == 0 ? JsonObject.EMPTY : KeptJson.read(bytes, place(row));
        String run = row.getString(5);
        StoredMemory found = new StoredMemory(
                row.getLong(3),
                new MemoryWrite(
                        new MemoryScope(row.getString(1), row.getString(2)),
                        row.getString(4),
                        run.isEmpty() ? null : new RunId(run),
                        row.getLong(6),
                        row.getString(7),
                        row.getString(8),
                        body.string("content").orElse(null),
                        body.array("tags").orElse(JsonArray.EMPTY).items().stream()
                                .map(JsonValue::asString)
                                .map(tag -> tag.orElseThrow(() -> new IllegalArgumentException("a tag is no text")))
                                .toList(),
                        Micros.toInstant(row.getLong(10)),
                        Micros.read(row, 11)));
        RowSum.require(row, 12, sum(found.write(), found.version(), bytes), place(row));
        return found;
    }

    private static String place(ResultSet row) throws SQLException {
        return "memory_changes, version %d of %s of tenant %s"
                .formatted(row.getLong(3), row.getString(2), row.getString(1));
    }

    /// One scope and the version that it had at the time.
    private record Then(MemoryScope scope, long version) {}

    public int forget(SqlSession session, Instant before) throws SQLException {
        List<Then> all = session.prepare("SELECT tenant, scope, max(version) FROM " + changes
                        + " WHERE created_at <= ? GROUP BY tenant, scope ORDER BY tenant, scope")
                .time(before)
                .rows(row -> new Then(new MemoryScope(row.getString(1), row.getString(2)), row.getLong(3)));
        int forgotten = 0;
        for (Then then : all) {
            forgotten += forget(session, then, before);
        }
        return forgotten;
    }

    private int forget(SqlSession session, Then then, Instant before) throws SQLException {
        int replaced = session.prepare("""
                        DELETE FROM %s AS old WHERE tenant = ? AND scope = ? AND EXISTS (
                          SELECT 1 FROM %s newer
                           WHERE newer.tenant = old.tenant AND newer.scope = old.scope AND newer.ref = old.ref
                             AND newer.id = old.id AND newer.path = old.path
                             AND newer.version > old.version AND newer.version <= ?)""".formatted(changes, changes))
                .text(then.scope().tenant())
                .text(then.scope().name())
                .number(then.version())
                .update();
        int over = then.scope().isOwn() ? 0 : forgetOver(session, then, before);
        if (replaced + over > 0) {
            session.prepare(
                            "UPDATE " + scopes
                                    + " SET oldest = ?, row_sum = row_sum - oldest + ? WHERE tenant = ? AND name = ? AND oldest < ?")
                    .number(then.version())
                    .number(then.version())
                    .text(then.scope().tenant())
                    .text(then.scope().name())
                    .number(then.version())
                    .update();
        }
        return replaced + over;
    }

    /// What is over goes where nothing older would come to light.
    private int forgetOver(SqlSession session, Then then, Instant before) throws SQLException {
        return session.prepare("""
                        DELETE FROM %s AS gone WHERE tenant = ? AND scope = ? AND version <= ?
                           AND (length(body) = 0 OR expires_at <= ?) AND NOT EXISTS (
                          SELECT 1 FROM %s older
                           WHERE older.tenant = gone.tenant AND older.scope = gone.scope AND older.ref = gone.ref
                             AND older.id = gone.id AND older.version < gone.version)""".formatted(changes, changes))
                .text(then.scope().tenant())
                .text(then.scope().name())
                .number(then.version())
                .time(before)
                .update();
    }
}
