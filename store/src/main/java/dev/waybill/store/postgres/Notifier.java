package dev.waybill.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/// Tells other processes that something was committed, after the commit and on a connection of its own: a commit that
/// notifies waits for every other one that does. Many commits in a row become one notification.
///
/// Every notification wakes a process of the server and a thread of every node, so those who only follow logs wait a
/// little longer for theirs than those who are called.
final class Notifier implements AutoCloseable {

    private static final long REST_MILLIS = 10;
    private static final long REST_BEFORE_A_CALL_MILLIS = 2;
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    /// What a notification says when somebody may have to claim something.
    static final String CALL = "call";

    private final Address address;
    private final AtomicBoolean call = new AtomicBoolean();
    private final Semaphore news = new Semaphore(0);
    private final Semaphore urgent = new Semaphore(0);
    private final Thread thread;
    private volatile boolean closed;
    private volatile int pid;

    Notifier(Address address) {
        this.address = address;
        this.thread =
                Thread.ofPlatform().daemon().name("waybill-postgres-notify").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    void committed(boolean calls) {
        if (calls) {
            call.set(true);
            urgent.release();
        }
        news.release();
    }

    /// The server's number of the connection that notifies; 0 while there is none.
    int connection() {
        return pid;
    }

    private void run() {
        @Nullable Connection connection = null;
        while (awaitNews()) {
            connection = tell(connection);
        }
        close(connection);
    }

    private boolean awaitNews() {
        try {
            news.acquire();
            // Those who come at the same time travel together.
            if (urgent.tryAcquire(REST_MILLIS, TimeUnit.MILLISECONDS)) {
                TimeUnit.MILLISECONDS.sleep(REST_BEFORE_A_CALL_MILLIS);
            }
            urgent.drainPermits();
            news.drainPermits();
            return !closed;
        } catch (InterruptedException e) {
            return false;
        }
    }

    /// A hint that cannot be given is not missed: the others ask by themselves.
    private @Nullable Connection tell(@Nullable Connection connection) {
        @Nullable Connection open = connection;
        try {
            if (open == null) {
                open = address.connect();
                pid = open.unwrap(PGConnection.class).getBackendPID();
            }
            try (Statement statement = open.createStatement()) {
                statement.execute("NOTIFY " + ChangeFeed.CHANNEL + (call.getAndSet(false) ? ", '" + CALL + "'" : ""));
            }
            return open;
        } catch (SQLException e) {
            close(open);
            return null;
        }
    }

    private static void close(@Nullable Connection connection) {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            // It was gone already.
        }
    }

    @Override
    public void close() {
        closed = true;
        urgent.release();
        news.release();
        try {
            thread.join(FAREWELL);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
