package dev.waybill.store.sqlite;

import dev.waybill.journal.store.ProcessId;
import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Knows whether other processes live on the same file, and leaves them room.
///
/// SQLite's lock has no queue: a writer that takes it again at once keeps others out for as long as it is busy.
final class Neighbours {

    /// The gap between two batches while somebody else is there.
    private static final Duration ROOM = Duration.ofNanos(200_000);

    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final Set<ProcessId> mine = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Instant now;
    private boolean crowded;
    private long lookedAt = System.nanoTime() - LOOK_AGAIN.toNanos();
    private long wroteAt = lookedAt;

    /// A process that lives here told the time.
    void heard(ProcessId process, Instant time) {
        mine.add(process);
        now = time;
    }

    void left(ProcessId process) {
        mine.remove(process);
    }

    void wrote() {
        wroteAt = System.nanoTime();
    }

    /// Waits for the rest of the gap, when there is somebody to leave it to.
    void makeRoom(SqlSession session) throws SQLException {
        long time = System.nanoTime();
        if (time - lookedAt >= LOOK_AGAIN.toNanos()) {
            lookedAt = time;
            crowded = now != null && areThere(session, now);
        }
        long left = wroteAt + ROOM.toNanos() - time;
        if (crowded && left > 0) {
            Pause.of(Duration.ofNanos(left));
        }
    }

    private boolean areThere(SqlSession session, Instant time) throws SQLException {
        return OwnerTable.seenSince(session, time.minus(LEASE)).stream().anyMatch(process -> !mine.contains(process));
    }
}
