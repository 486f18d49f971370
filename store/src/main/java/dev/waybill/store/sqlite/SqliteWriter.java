package dev.waybill.store.sqlite;

import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import dev.waybill.store.sql.BatchWriter;
import dev.waybill.store.sql.SqlSession;
import dev.waybill.store.sql.StatementProbe;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Makes batches durable, each in one transaction, through the only connection of this process that writes.
final class SqliteWriter implements BatchWriter<Write<?>>, AutoCloseable {

    private final SqliteFile file;
    private final StatementProbe probe;
    private final SqliteProblems problems;
    private final Neighbours neighbours;
    private final SqliteChanges changes;
    private final Checkpoints checkpoints;

    /// The connection is shared with those who ask whether others have written.
    private final ReentrantLock turn = new ReentrantLock();

    /// Null from a failed write until the next use; whoever opens another may have missed something.
    private @Nullable SqlSession session;

    private @Nullable DataVersion version;
    private long rowsChanged;

    SqliteWriter(SqliteFile file, StatementProbe probe, Neighbours neighbours, SqliteChanges changes)
            throws SQLException {
        this.file = file;
        this.probe = probe;
        this.problems = new SqliteProblems(file.path());
        this.neighbours = neighbours;
        this.changes = changes;
        this.checkpoints = new Checkpoints(file);
        SqlSession first = file.writer(probe);
        try {
            // Even a look is refused for a moment when another process has just made the file, or found it crashed.
            file.patiently(() -> {
                SqliteSchema.migrate(first, file);
                version = looked(first);
            });
        } catch (SQLException | RuntimeException e) {
            first.close();
            throw e;
        }
        this.session = first;
    }

    private SqlSession session() throws SQLException {
        SqlSession open = session;
        if (open == null) {
            open = file.writer(probe);
            session = open;
        }
        return open;
    }

    /// Leaves other processes a gap in which they find the lock free.
    @Override
    public void prepare() {
        turn.lock();
        try {
            neighbours.makeRoom(session().unobserved());
        } catch (SQLException e) {
            // The batch that follows meets the same trouble, and tells it to somebody.
        } finally {
            turn.unlock();
        }
    }

    @Override
    public void write(List<Write<?>> batch) {
        boolean changed;
        turn.lock();
        try {
            SqlSession open = session();
            file.patiently(() -> open.run("BEGIN IMMEDIATE"));
            SqliteSchema.requireLatest(open);
            for (Write<?> write : batch) {
                write.run(open);
            }
            commit(open);
            changed = hasChangedRows(open);
            checkpoints.wrote(open);
        } catch (SQLException e) {
            abandon(e);
            throw problems.of(e);
        } catch (RuntimeException | Error e) {
            abandon(e);
            throw e;
        } finally {
            neighbours.wrote();
            turn.unlock();
        }
        if (changed) {
            changes.committed(batch.stream().anyMatch(Write::calls));
        }
    }

    /// A claim that finds nothing is no news: who waits for news claims again, and would never come to rest.
    private boolean hasChangedRows(SqlSession open) {
        long before = rowsChanged;
        try {
            rowsChanged = open.unobserved()
                    .prepare("SELECT total_changes()")
                    .first(row -> row.getLong(1))
                    .orElse(0L);
            return rowsChanged != before;
        } catch (SQLException e) {
            // It is committed, whatever this says.
            return true;
        }
    }

    private void commit(SqlSession open) {
        try {
            open.run("COMMIT");
        } catch (SQLException e) {
            throw problems.ofCommit(e);
        }
        try {
            probe.before(StatementProbe.COMMITTED);
        } catch (RuntimeException e) {
            throw new StoreException(StoreProblem.FAILED, true, "the answer to a commit was lost: look first", e);
        }
    }

    /// On a full disk SQLite may have rolled back by itself or not, and its statements fail on: nobody knows
    /// whether this connection still holds the lock. Closing it gives everything back; the next write opens
    /// another.
    private void abandon(Throwable reason) {
        SqlSession broken = session;
        session = null;
        version = null;
        rowsChanged = 0;
        try {
            if (broken != null) {
                broken.close();
            }
        } catch (SQLException e) {
            reason.addSuppressed(e);
        }
    }

    /// Whether another process has committed since the last time somebody asked.
    boolean othersCommitted() throws SQLException {
        turn.lock();
        try {
            SqlSession open = session();
            if (version == null) {
                version = new DataVersion(open.unobserved());
            }
            return version.hasChanged();
        } finally {
            turn.unlock();
        }
    }

    private static DataVersion looked(SqlSession open) throws SQLException {
        DataVersion now = new DataVersion(open.unobserved());
        now.hasChanged();
        return now;
    }

    @Override
    public void close() throws SQLException {
        turn.lock();
        try {
            checkpoints.close();
            if (session != null) {
                session.close();
            }
        } finally {
            turn.unlock();
        }
    }
}
