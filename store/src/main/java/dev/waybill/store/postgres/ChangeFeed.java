package dev.waybill.store.postgres;

import dev.waybill.journal.store.Changes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/// Hears of commits. A notification of another process comes within a millisecond or so, but may get lost; so the
/// server is also asked, again and again, which transactions it has seen.
///
/// The answer to that question, the snapshot, differs as soon as any writing transaction has begun or ended. It may
/// differ for reasons that are none of ours, which is fine: this is a hint, and who is told looks at the log.
final class ChangeFeed implements AutoCloseable {

    static final String CHANNEL = "waybill";

    private static final int POLL_MILLIS = 250;
    private static final long RECONNECT_MILLIS = 500;
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    private final Address address;
    private final Stamp commits = new Stamp();
    private final Stamp calls = new Stamp();
    private final Notifier own;
    private final Thread listener;
    private volatile boolean closed;
    private volatile @Nullable Connection listening;

    /// @param own whose notifications are an echo of what was told here at once
    ChangeFeed(Address address, Notifier own) {
        this.address = address;
        this.own = own;
        this.listener =
                Thread.ofPlatform().daemon().name("waybill-postgres-listen").unstarted(this::listen);
    }

    void start() {
        listener.start();
    }

    /// All commits.
    Changes commits() {
        return commits;
    }

    /// Those that call for a claim. One that is missed is no harm: whoever claims asks again by itself before
    /// long.
    Changes calls() {
        return calls;
    }

    /// Something was committed here.
    void committed(boolean call) {
        commits.grow();
        if (call) {
            calls.grow();
        }
    }

    private void listen() {
        while (!closed) {
            try (Connection connection = address.connect()) {
                listening = connection;
                follow(connection);
            } catch (SQLException e) {
                // Not reachable at the moment: commits say so to their callers. Here one tries again.
                pause();
            }
        }
    }

    private void follow(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("LISTEN " + CHANNEL);
            PGConnection server = connection.unwrap(PGConnection.class);
            String seen = "";
            while (!closed) {
                String now = snapshot(statement);
                if (!now.equals(seen)) {
                    commits.grow();
                }
                seen = now;
                hear(server);
            }
        }
    }

    /// Passes notifications on as they come, until it is time to ask again.
    private void hear(PGConnection server) throws SQLException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS);
        long left = POLL_MILLIS;
        while (left > 0 && !closed) {
            PGNotification[] heard = server.getNotifications((int) left);
            for (PGNotification one : heard == null ? new PGNotification[0] : heard) {
                if (one.getPID() != own.connection()) {
                    committed(one.getParameter().equals(Notifier.CALL));
                }
            }
            left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        }
    }

    private static String snapshot(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT pg_current_snapshot()::text")) {
            return row.next() ? row.getString(1) : "";
        }
    }

    private void pause() {
        try {
            if (!closed) {
                Thread.sleep(RECONNECT_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            Connection connection = listening;
            if (connection != null) {
                connection.abort(Runnable::run);
            }
            listener.join(FAREWELL);
        } catch (SQLException e) {
            // It was gone already.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
