package dev.waybill.store.sqlite;

import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import dev.waybill.store.sql.BatchWriter;
import dev.waybill.store.sql.SqlSession;
import dev.waybill.store.sql.StatementProbe;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/// Makes batches durable, each in one transaction, through the only connection of this process that writes.
final class SqliteWriter implements BatchWriter<Write<?>>, AutoCloseable {

    private final SqlSession session;

    /// The same connection for what is no part of a write.
    private final SqlSession unobserved;

    private final SqliteFile file;
    private final StatementProbe probe;
    private final SqliteProblems problems;
    private final Neighbours neighbours;
    private final SqliteChanges changes;

    /// The connection is shared with those who ask whether others have written.
    private final ReentrantLock turn = new ReentrantLock();

    private final DataVersion version;
    private long rowsChanged;

    SqliteWriter(SqliteFile file, StatementProbe probe, Neighbours neighbours, SqliteChanges changes)
            throws SQLException {
        this.file = file;
        this.probe = probe;
        this.problems = new SqliteProblems(file.path());
        this.neighbours = neighbours;
        this.changes = changes;
        this.session = file.writer(probe);
        this.unobserved = new SqlSession(session.connection(), StatementProbe.NONE);
        this.version = new DataVersion(unobserved);
        try {
            // Even a look is refused for a moment when another process has just made the file, or found it crashed.
            file.patiently(() -> {
                SqliteSchema.migrate(session, file);
                version.hasChanged();
            });
        } catch (SQLException | RuntimeException e) {
            session.close();
            throw e;
        }
    }

    /// Leaves other processes a gap in which they find the lock free.
    @Override
    public void prepare() {
        turn.lock();
        try {
            neighbours.makeRoom(unobserved);
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
            file.patiently(() -> session.run("BEGIN IMMEDIATE"));
            SqliteSchema.requireLatest(session);
            for (Write<?> write : batch) {
                write.run(session);
            }
            commit();
            changed = hasChangedRows();
        } catch (SQLException e) {
            rollback(e);
            throw problems.of(e);
        } catch (RuntimeException | Error e) {
            rollback(e);
            throw e;
        } finally {
            neighbours.wrote();
            turn.unlock();
        }
        if (changed) {
            changes.committed();
        }
    }

    /// A claim that finds nothing is no news: who waits for news claims again, and would never come to rest.
    private boolean hasChangedRows() {
        long before = rowsChanged;
        try {
            rowsChanged = unobserved
                    .prepare("SELECT total_changes()")
                    .first(row -> row.getLong(1))
                    .orElse(0L);
            return rowsChanged != before;
        } catch (SQLException e) {
            // It is committed, whatever this says.
            return true;
        }
    }

    private void commit() {
        try {
            session.run("COMMIT");
        } catch (SQLException e) {
            throw problems.ofCommit(e);
        }
        try {
            probe.before(StatementProbe.COMMITTED);
        } catch (RuntimeException e) {
            throw new StoreException(StoreProblem.FAILED, true, "the answer to a commit was lost: look first", e);
        }
    }

    /// SQLite may have rolled back by itself, and says then that there is nothing to roll back.
    private void rollback(Throwable reason) {
        try {
            unobserved.run("ROLLBACK");
        } catch (SQLException e) {
            reason.addSuppressed(e);
        }
    }

    /// Whether another process has committed since the last time somebody asked.
    boolean othersCommitted() throws SQLException {
        turn.lock();
        try {
            return version.hasChanged();
        } finally {
            turn.unlock();
        }
    }

    @Override
    public void close() throws SQLException {
        turn.lock();
        try {
            session.close();
        } finally {
            turn.unlock();
        }
    }
}
