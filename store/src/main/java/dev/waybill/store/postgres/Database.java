package dev.waybill.store.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import dev.waybill.store.sql.SqlSession;
import dev.waybill.store.sql.StatementProbe;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/// The connections to one PostgreSQL, and what a read and a write are on them.
///
/// A connection that breaks before the commit was sent is replaced and the work done again: nothing of it
/// was kept. One that breaks after that leaves the outcome unknown, and only the caller can find out.
final class Database implements AutoCloseable {

    private static final int READERS = 6;
    private static final int WRITERS = 10;
    private static final int ATTEMPTS = 6;
    private static final long PATIENCE_MILLIS = 5_000;

    /// A commit means durable, whatever the server's default is; stronger settings stay. A process that is
    /// stopped in the middle of a transaction must not hold its rows past its lease.
    ///
    /// Every statement of ours looks rows up by a key. A plan that was made while a table was small, and is
    /// remembered, must not read all of it once it has grown.
    static final String ON_CONNECT = """
            SELECT set_config('synchronous_commit', 'on', false)
              FROM (SELECT current_setting('synchronous_commit') AS mode) AS now
             WHERE mode IN ('off', 'local', 'remote_write')
            UNION ALL
            SELECT set_config('idle_in_transaction_session_timeout', '10s', false)
            UNION ALL
            SELECT set_config('enable_seqscan', 'off', false)
            UNION ALL
            SELECT set_config('jit', 'off', false)
            """;

    /// What is written is looked up by keys that come in arrays. For a short array the planner finds a plan of
    /// its own cheaper, and makes one for every single commit, which takes longer than the commit itself.
    /// One plan does for arrays of any length. Without bitmaps it meets rows in the order of their keys, not in
    /// that of the disk, so that all writers lock them in one order.
    static final String ON_CONNECT_TO_WRITE = """
            %s
            UNION ALL
            SELECT set_config('plan_cache_mode', 'force_generic_plan', false)
            UNION ALL
            SELECT set_config('enable_bitmapscan', 'off', false)
            """.formatted(ON_CONNECT);

    private final Problems problems;
    private final Schema schema;
    private final StatementProbe probe;
    private final HikariDataSource reading;
    private final HikariDataSource writing;
    private final Heart heart;
    private final ExecutorService readers;

    private Database(Address address, Problems problems, StatementProbe probe) {
        this.problems = problems;
        this.schema = new Schema(problems);
        this.probe = probe;
        this.reading = pool(address, READERS, ON_CONNECT);
        this.writing = pool(address, WRITERS, ON_CONNECT_TO_WRITE);
        this.heart = new Heart(address, schema, problems);
        this.readers = Executors.newFixedThreadPool(
                READERS,
                Thread.ofPlatform().daemon().name("waybill-postgres-read-", 0).factory());
    }

    /// What is done on a connection. It may be done again, so it changes nothing outside.
    @FunctionalInterface
    interface Work<T> {
        T run(SqlSession session) throws SQLException;
    }

    static Database open(Address address, StatementProbe probe) {
        return open(address, probe, Schema::migrate);
    }

    static Database openExisting(Address address) {
        return open(address, StatementProbe.NONE, (schema, session) -> {
            schema.requireAny(session);
            schema.migrate(session);
        });
    }

    /// Changes nothing, and refuses a database that holds no store.
    static Database openToRead(Address address) {
        return open(address, StatementProbe.NONE, Schema::requireThere);
    }

    /// What must be true of the tables before they are used.
    private interface Preparation {
        void of(Schema schema, SqlSession session) throws SQLException;
    }

    private static Database open(Address address, StatementProbe probe, Preparation preparation) {
        Problems problems = new Problems(address);
        // The first connection is made without the pool: a wrong address or password is told at once.
        try (Connection connection = address.connect()) {
            connection.setAutoCommit(false);
            preparation.of(new Schema(problems), new SqlSession(connection, StatementProbe.NONE));
            connection.commit();
        } catch (SQLException e) {
            throw problems.of(e);
        }
        return new Database(address, problems, probe);
    }

    private static HikariDataSource pool(Address address, int most, String onConnect) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("waybill-postgres");
        config.setJdbcUrl(address.url());
        config.setDataSourceProperties(address.login());
        config.setMaximumPoolSize(most);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(PATIENCE_MILLIS);
        config.setInitializationFailTimeout(-1);
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        config.setConnectionInitSql(onConnect);
        return new HikariDataSource(config);
    }

    /// One statement, or several that need no common moment.
    <T> T read(Work<T> work) {
        return onPlatformThread(() -> retried(() -> {
            try (Connection connection = reading.getConnection();
                    SqlSession session = new SqlSession(connection, StatementProbe.NONE)) {
                return work.run(session);
            } catch (IllegalArgumentException e) {
                throw problems.damaged(e);
            }
        }));
    }

    /// All or nothing, durable on return.
    <T> T write(Work<T> work) {
        return onPlatformThread(() -> retried(() -> transact(work)));
    }

    /// Several statements that see the same moment, with rows that come as they are read.
    <T> T snapshot(Work<T> work) {
        return onPlatformThread(() -> retried(() -> {
            try (Connection connection = reading.getConnection();
                    SqlSession session = new SqlSession(connection, StatementProbe.NONE)) {
                connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
                connection.setAutoCommit(false);
                try {
                    return work.run(session);
                } finally {
                    connection.rollback();
                }
            }
        }));
    }

    /// @throws StoreException when the tables are of a version that this program does not know
    void requireKnownVersion() {
        read(session -> {
            schema.check(session);
            return true;
        });
    }

    /// One statement that is a transaction of its own: sent, done and durable with one round trip.
    ///
    /// @return empty when it certainly kept nothing: it could not be sent, or the server refused it
    /// @throws StoreException when it was sent and not answered, so that nobody knows
    <T> Optional<T> statement(Work<T> work) {
        SqlSession session;
        try {
            session = new SqlSession(writing.getConnection(), probe);
        } catch (SQLException e) {
            return Optional.empty();
        }
        try {
            return answered(session, work);
        } finally {
            leave(session);
        }
    }

    /// What was done is done, whatever becomes of the connection: the pool replaces one that cannot be left.
    private static void leave(SqlSession session) {
        try {
            session.close();
        } catch (SQLException e) {
            // It is gone.
        }
    }

    private <T> Optional<T> answered(SqlSession session, Work<T> work) {
        try {
            T result = work.run(session);
            probe.before(StatementProbe.COMMITTED);
            return Optional.of(result);
        } catch (SQLException e) {
            if (Problems.isLost(e)) {
                evictAll();
                throw problems.of(e, true);
            }
            return Optional.empty();
        } catch (RuntimeException e) {
            throw new StoreException(StoreProblem.FAILED, true, "the commit was not acknowledged", e);
        }
    }

    /// A write that may be done twice without harm: an unknown outcome is settled by doing it again.
    <T> T repeatableWrite(Work<T> work) {
        try {
            return write(work);
        } catch (StoreException e) {
            if (e.isAmbiguous()) {
                return write(work);
            }
            throw e;
        }
    }

    /// Says that this process lives, past everything that waits for a connection.
    <T> T beat(Work<T> work) {
        return onPlatformThread(() -> heart.beat(work));
    }

    private <T> T transact(Work<T> work) throws SQLException {
        SqlSession session = new SqlSession(writing.getConnection(), probe);
        try {
            session.connection().setAutoCommit(false);
            T result = prepare(session, work);
            commit(session.connection());
            return result;
        } finally {
            leave(session);
        }
    }

    private <T> T prepare(SqlSession session, Work<T> work) throws SQLException {
        try {
            schema.check(session);
            T result = work.run(session);
            probe.before("COMMIT");
            return result;
        } catch (SQLException | RuntimeException | Error e) {
            rollback(session.connection(), e);
            throw e;
        }
    }

    private void commit(Connection connection) {
        try {
            connection.commit();
            probe.before(StatementProbe.COMMITTED);
        } catch (SQLException e) {
            if (Problems.isLost(e)) {
                evictAll();
            }
            throw problems.of(e, !Problems.isUndone(e));
        } catch (RuntimeException e) {
            throw new StoreException(StoreProblem.FAILED, true, "the commit was not acknowledged", e);
        }
    }

    private static void rollback(Connection connection, Throwable reason) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            // The connection is gone, and the server undoes what it had begun.
            reason.addSuppressed(e);
        }
    }

    private interface Attempt<T> {
        T run() throws SQLException;
    }

    private <T> T retried(Attempt<T> attempt) {
        for (int left = ATTEMPTS - 1; ; left--) {
            try {
                return attempt.run();
            } catch (SQLException e) {
                if (left == 0 || !Problems.mayWorkNow(e)) {
                    throw problems.of(e);
                }
                if (Problems.isLost(e)) {
                    evictAll();
                }
            }
        }
    }

    /// What broke one connection has probably broken them all. Whoever writes next must not be told once
    /// more that nobody knows what became of it.
    private void evictAll() {
        reading.getHikariPoolMXBean().softEvictConnections();
        writing.getHikariPoolMXBean().softEvictConnections();
    }

    /// An interrupt closes the socket that a virtual thread reads from, and with it the connection. So the
    /// driver is never called by one.
    private <T> T onPlatformThread(Supplier<T> work) {
        if (!Thread.currentThread().isVirtual()) {
            return work.get();
        }
        try {
            return CompletableFuture.supplyAsync(work, readers).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof StoreException known
                    ? new StoreException(
                            known.problem(), known.isAmbiguous(), String.valueOf(known.getMessage()), known)
                    : e;
        }
    }

    @Override
    public void close() {
        heart.close();
        reading.close();
        writing.close();
        readers.shutdown();
    }
}
