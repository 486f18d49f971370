package dev.waybill.store.sqlite;

import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;

/// Tells whether other connections have committed since somebody last asked.
final class DataVersion {

    private final SqlSession session;
    private long seen;

    /// @param session of a connection that nobody else uses at the same time
    DataVersion(SqlSession session) {
        this.session = session;
    }

    /// True when nobody has asked before.
    boolean hasChanged() throws SQLException {
        long before = seen;
        seen = session.prepare("PRAGMA data_version")
                .first(row -> row.getLong(1))
                .orElse(0L);
        return seen != before;
    }
}
