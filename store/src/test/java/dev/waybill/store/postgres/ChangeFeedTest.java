package dev.waybill.store.postgres;

import static dev.waybill.simulator.TestAppend.append;
import static dev.waybill.simulator.TestAppend.newRun;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Changes;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.simulator.TestRuns;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/// Notifications are a hint; asking is the truth.
class ChangeFeedTest {

    private static final RunId RUN = TestRuns.id(1);
    private static final ProcessId OWNER = new ProcessId("owner");
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration QUIET = Duration.ofMillis(800);

    private final String url = PostgresServer.newDatabase();

    @Test
    void aCommitThatNobodyWasNotifiedOfIsFoundByAsking() throws InterruptedException {
        try (PostgresStore store = PostgresStore.open(url)) {
            store.commit(newRun(RUN).alone());
            Changes changes = store.changes();
            long seen = quiet(changes);
            PostgresServer.execute(url, "UPDATE waybill.run SET updated_at = updated_at + 1");
            assertThat(changes.await(seen, LONG)).isGreaterThan(seen);
        }
    }

    @Test
    void commitsAreNotified() throws Exception {
        try (PostgresStore store = PostgresStore.open(url);
                Connection connection = Address.parse(url).connect();
                Statement statement = connection.createStatement()) {
            statement.execute("LISTEN waybill");
            store.commit(newRun(RUN).alone());
            assertThat(connection.unwrap(PGConnection.class).getNotifications((int) LONG.toMillis()))
                    .isNotEmpty();
        }
    }

    @Test
    void theStepsOfAnOwnerCallNobodyAndOnesOwnCallIsHeardOnce() throws Exception {
        try (PostgresStore store = PostgresStore.open(url);
                PostgresStore other = PostgresStore.open(url);
                Connection connection = Address.parse(url).connect();
                Statement statement = connection.createStatement()) {
            statement.execute("LISTEN waybill");
            PGConnection listener = connection.unwrap(PGConnection.class);
            assertThat(other.changes().await(0, LONG)).as("it listens").isPositive();
            store.commit(newRun(RUN).ownedBy(OWNER, 1).alone());
            long seen = store.calls().stamp();
            long seenThere = other.calls().stamp();
            for (int step = 0; step < 20; step++) {
                store.commit(append(RUN, step)
                        .ownedBy(OWNER, 1)
                        .projection(TestRuns.ready(TestRuns.at(step)))
                        .events(1)
                        .alone());
            }
            assertThat(listener.getNotifications((int) LONG.toMillis())).isNotEmpty();
            assertThat(store.calls().stamp()).isEqualTo(seen);
            assertThat(other.calls().stamp()).isEqualTo(seenThere);

            store.commit(newRun(TestRuns.id(2))
                    .projection(TestRuns.ready(TestRuns.at(0)))
                    .alone());
            assertThat(other.calls().await(seenThere, LONG)).isEqualTo(seenThere + 1);
            assertThat(store.calls().await(seen + 1, QUIET)).isEqualTo(seen + 1);
        }
    }

    @Test
    void aListenerWhoseConnectionWasCutHearsAgain() throws InterruptedException {
        try (PostgresStore store = PostgresStore.open(url);
                PostgresStore other = PostgresStore.open(url)) {
            store.commit(newRun(RUN).alone());
            Changes changes = other.changes();
            quiet(changes);
            PostgresServer.cutConnections(url);
            long seen = quiet(changes);
            store.commit(append(RUN, 0).events(1).alone());
            assertThat(changes.await(seen, LONG)).isGreaterThan(seen);
        }
    }

    /// The stamp once nothing has happened for a while.
    private static long quiet(Changes changes) throws InterruptedException {
        long seen = changes.stamp();
        long next = changes.await(seen, QUIET);
        while (next > seen) {
            seen = next;
            next = changes.await(seen, QUIET);
        }
        return seen;
    }
}
