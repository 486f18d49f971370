package dev.waybill.store.sqlite;

import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// Copies the log into the file while commits go on. By itself SQLite lets whoever commits do it while all others
/// wait: a tenth of the time of a host under load.
///
/// What is left for the writer is the rest of a log that has grown to its bound, so that it can begin anew.
final class Checkpoints implements AutoCloseable {

    /// 40 MB
    private static final int WORTH = 10_000;

    private static final int LOOK_EVERY = 16;

    private final SqliteFile file;
    private final int worth;
    private final int lookEvery;
    private int batches;
    private @Nullable Thread copying;

    Checkpoints(SqliteFile file) {
        this(file, WORTH, LOOK_EVERY);
    }

    /// @param worth how many pages the file must lack
    /// @param lookEvery after how many batches somebody looks
    Checkpoints(SqliteFile file, int worth, int lookEvery) {
        this.file = file;
        this.worth = worth;
        this.lookEvery = lookEvery;
    }

    /// For one thread at a time.
    void wrote(SqlSession writer) {
        batches++;
        if (batches % lookEvery == 0 && (copying == null || !copying.isAlive()) && lacking(writer) >= worth) {
            copying = Thread.ofPlatform()
                    .daemon()
                    .name("waybill-sqlite-checkpoint")
                    .start(this::copy);
        }
    }

    /// How many pages of the log are not yet in the file.
    static long lacking(SqlSession session) {
        try {
            return session.unobserved()
                    .prepare("PRAGMA wal_checkpoint(NOOP)")
                    .first(row -> row.getLong(2) - row.getLong(3))
                    .orElse(0L);
        } catch (SQLException e) {
            // It is committed, whatever this says.
            return 0;
        }
    }

    private void copy() {
        try (SqlSession session = file.reader()) {
            session.prepare("PRAGMA wal_checkpoint(PASSIVE)").first(row -> row.getInt(1));
        } catch (SQLException e) {
            // The log still holds everything. The writer meets the same trouble, and tells it to somebody.
        }
    }

    /// Waits for a copy that has begun: the last connection that is closed clears the log away.
    @Override
    public void close() {
        if (copying != null) {
            try {
                copying.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
