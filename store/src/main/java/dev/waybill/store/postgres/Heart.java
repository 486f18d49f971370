package dev.waybill.store.postgres;

import dev.waybill.journal.store.StoreException;
import dev.waybill.store.sql.SqlSession;
import dev.waybill.store.sql.StatementProbe;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/// The connection on which a process says that it lives. It waits behind nobody else's work, and gives up on a network
/// that swallows packets after a fifth of the usual lease: with the time between two beats that is less than half of a
/// lease, after which others would begin to doubt.
///
/// A beat may be written twice without harm, so each of its statements is a transaction of its own.
final class Heart implements AutoCloseable {

    static final int PATIENCE_SECONDS = 2;

    private final Address address;
    private final Schema schema;
    private final Problems problems;
    private @Nullable SqlSession session;

    Heart(Address address, Schema schema, Problems problems) {
        this.address = address.within(PATIENCE_SECONDS);
        this.schema = schema;
        this.problems = problems;
    }

    /// @throws StoreException when a connection that was just made does not do it either
    synchronized <T> T beat(Database.Work<T> beat) {
        if (session != null) {
            try {
                schema.check(session);
                return beat.run(session);
            } catch (SQLException e) {
                leave();
            }
        }
        try {
            SqlSession fresh = open();
            schema.check(fresh);
            return beat.run(fresh);
        } catch (SQLException e) {
            leave();
            throw problems.of(e);
        }
    }

    private SqlSession open() throws SQLException {
        SqlSession fresh = new SqlSession(address.connect(), StatementProbe.NONE);
        session = fresh;
        try (Statement settings = fresh.connection().createStatement()) {
            settings.execute(Database.ON_CONNECT);
        }
        return fresh;
    }

    private void leave() {
        try {
            if (session != null) {
                session.close();
            }
        } catch (SQLException e) {
            // It is gone.
        }
        session = null;
    }

    @Override
    public synchronized void close() {
        leave();
    }
}
