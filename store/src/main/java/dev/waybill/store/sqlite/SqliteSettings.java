package dev.waybill.store.sqlite;

import dev.waybill.store.sql.StatementProbe;
import java.time.Duration;

/// How a store on SQLite behaves; tests change it, users need not.
///
/// @param patience how long to wait for another process's transaction before giving up
/// @param readers how many reads run at the same time
/// @param batch how many transactions share a commit at most
/// @param maxPages the largest size of the file in pages, 0 for no bound
record SqliteSettings(Duration patience, int readers, int batch, int maxPages, StatementProbe probe) {

    static final SqliteSettings DEFAULT = new SqliteSettings(Duration.ofSeconds(30), 4, 256, 0, StatementProbe.NONE);

    SqliteSettings withProbe(StatementProbe other) {
        return new SqliteSettings(patience, readers, batch, maxPages, other);
    }

    SqliteSettings withPatience(Duration other) {
        return new SqliteSettings(other, readers, batch, maxPages, probe);
    }

    SqliteSettings withMaxPages(int pages) {
        return new SqliteSettings(patience, readers, batch, pages, probe);
    }
}
