package dev.waybill.store.sql;

import dev.waybill.journal.store.Latch;
import dev.waybill.journal.store.LatchKey;
import dev.waybill.journal.store.Latches;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// What happens once in a cluster. Both stores speak the same SQL here; only the table is called otherwise.
public record SqlLatches(SqlAccess access, String table) implements Latches {

    private static final String COLUMNS = "kind, tenant, name, version, value, changed_at";

    /// The table, in the words of a database.
    public static String schema(String table, String text, String number) {
        return """
                CREATE TABLE %1$s (
                  kind %2$s NOT NULL,
                  tenant %2$s NOT NULL,
                  name %2$s NOT NULL,
                  version %3$s NOT NULL,
                  value %2$s NOT NULL,
                  changed_at %3$s NOT NULL,
                  PRIMARY KEY (kind, tenant, name)
                );
                """.formatted(table, text, number);
    }

    @Override
    public Optional<Latch> find(LatchKey key) {
        return access.read(session -> find(session, table, key, ""));
    }

    /// @param lock what a database says behind a query whose rows nobody else may change
    public static Optional<Latch> find(SqlSession session, String table, LatchKey key, String lock)
            throws SQLException {
        return session.prepare("SELECT %s FROM %s WHERE kind = ? AND tenant = ? AND name = ?%s"
                        .formatted(COLUMNS, table, lock))
                .text(key.kind())
                .text(key.tenant())
                .text(key.name())
                .first(SqlLatches::latch);
    }

    @Override
    public List<Latch> list(String kind) {
        return access.read(session -> session.prepare(
                        "SELECT %s FROM %s WHERE kind = ? ORDER BY tenant, name".formatted(COLUMNS, table))
                .text(kind)
                .rows(SqlLatches::latch));
    }

    /// Moves a latch whose version was looked at; the caller's transaction holds its row, if there was one.
    ///
    /// @return false when somebody else made it meanwhile
    public static boolean move(SqlSession session, String table, Latch latch) throws SQLException {
        return session.prepare("""
                        INSERT INTO %s AS old (%s, row_sum) VALUES (?, ?, ?, ?, ?, ?, ?)
                            ON CONFLICT (kind, tenant, name) DO UPDATE
                           SET version = excluded.version, value = excluded.value, changed_at = excluded.changed_at,
                               row_sum = excluded.row_sum
                         WHERE old.version = excluded.version - 1""".formatted(table, COLUMNS))
                        .text(latch.key().kind())
                        .text(latch.key().tenant())
                        .text(latch.key().name())
                        .number(latch.version())
                        .text(latch.value())
                        .time(latch.at())
                        .number(RowSum.of(
                                latch.key().kind(),
                                latch.key().tenant(),
                                latch.key().name(),
                                latch.version(),
                                latch.value(),
                                latch.at()))
                        .update()
                == 1;
    }

    private static Latch latch(ResultSet row) throws SQLException {
        return new Latch(
                new LatchKey(row.getString(1), row.getString(2), row.getString(3)),
                row.getLong(4),
                row.getString(5),
                Micros.toInstant(row.getLong(6)));
    }
}
