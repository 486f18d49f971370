package dev.waybill.store.sqlite;

import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// A few connections that only read, opened when they are needed.
///
/// Reads run on the caller's thread, even on a virtual one: they wait for nobody and are work for
/// the processor like any other. Handing them to another thread and back would cost more than they do.
final class Readers implements AutoCloseable {

    private final SqliteFile file;
    private final SqliteProblems problems;
    private final Semaphore places;
    private final ConcurrentLinkedQueue<SqlSession> idle = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    Readers(SqliteFile file, int most) {
        this.file = file;
        this.problems = new SqliteProblems(file.path());
        this.places = new Semaphore(most);
    }

    /// Several statements that see the same moment.
    <R> R snapshot(Write.Work<R> read) {
        return read(session -> {
            session.run("BEGIN");
            try {
                return read.in(session);
            } finally {
                session.run("ROLLBACK");
            }
        });
    }

    <R> R read(Write.Work<R> read) {
        places.acquireUninterruptibly();
        @Nullable SqlSession session = null;
        try {
            session = open();
            return read.in(session);
        } catch (SQLException e) {
            throw problems.of(e);
        } catch (IllegalArgumentException e) {
            throw StoreException.damaged(file.path().toString(), e);
        } finally {
            giveBack(session);
            places.release();
        }
    }

    private SqlSession open() throws SQLException {
        if (closed) {
            throw new StoreException(StoreProblem.FAILED, "the store is closed: open it again", null);
        }
        SqlSession session = idle.poll();
        return session == null ? file.reader() : session;
    }

    private void giveBack(@Nullable SqlSession session) {
        if (session != null) {
            idle.add(session);
        }
        if (closed) {
            closeIdle();
        }
    }

    @Override
    public void close() {
        closed = true;
        closeIdle();
    }

    private void closeIdle() {
        for (SqlSession session = idle.poll(); session != null; session = idle.poll()) {
            try {
                session.close();
            } catch (SQLException e) {
                throw problems.of(e);
            }
        }
    }
}
