package dev.waybill.store.postgres;

import static dev.waybill.simulator.TestAppend.append;
import static dev.waybill.simulator.TestAppend.newRun;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.StoreException;
import dev.waybill.simulator.TestRuns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/// Connections are cut under load, again and again: what was acknowledged is there, once.
class LostConnectionTest {

    private static final int WRITERS = 12;
    private static final int CUTS = 15;
    private static final int EVENTS_BETWEEN_CUTS = 40;

    private final String url = PostgresServer.newDatabase();

    @Test
    void nothingAcknowledgedIsLostAndNothingIsThereTwice() throws Exception {
        AtomicBoolean enough = new AtomicBoolean();
        try (PostgresStore here = PostgresStore.open(url);
                PostgresStore there = PostgresStore.open(url);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<List<byte[]>>> writers = new ArrayList<>();
            for (int n = 0; n < WRITERS; n++) {
                Writer writer = new Writer(n % 2 == 0 ? here : there, TestRuns.id(n), enough);
                writers.add(threads.submit(writer::writeUntilEnough));
            }
            cutAgainAndAgain();
            enough.set(true);
            for (int n = 0; n < WRITERS; n++) {
                List<byte[]> acknowledged = writers.get(n).get();
                List<StoredEvent> log = here.events(TestRuns.id(n), 0, Integer.MAX_VALUE);
                assertThat(log).extracting(StoredEvent::publicPart).containsExactlyElementsOf(acknowledged);
            }
        }
    }

    /// Waits for some events before each cut, so that cuts fall into work and not beside it.
    private void cutAgainAndAgain() throws InterruptedException {
        for (int cut = 0; cut < CUTS; cut++) {
            long seen = events();
            while (events() < seen + EVENTS_BETWEEN_CUTS) {
                Thread.sleep(10);
            }
            assertThat(PostgresServer.cutConnections(url)).isPositive();
        }
    }

    private long events() {
        return Long.parseLong(PostgresServer.ask(url, "SELECT count(*) FROM waybill.event"));
    }

    /// The only writer of one run.
    private static final class Writer {
        private final PostgresStore store;
        private final RunId run;
        private final AtomicBoolean enough;
        private final List<byte[]> acknowledged = new ArrayList<>();
        private int attempts;

        Writer(PostgresStore store, RunId run, AtomicBoolean enough) {
            this.store = store;
            this.run = run;
            this.enough = enough;
        }

        List<byte[]> writeUntilEnough() {
            while (!create()) {}
            while (!enough.get()) {
                write(TestRuns.event(run + " attempt " + attempts++, acknowledged.size()));
            }
            return acknowledged;
        }

        private boolean create() {
            try {
                store.commit(newRun(run).alone());
                return true;
            } catch (StoreException e) {
                return store.run(run).isPresent();
            }
        }

        /// After an unknown outcome the log is asked. After a known one the same place is free still.
        private void write(StoredEvent event) {
            try {
                Commit commit = store.commit(
                        append(run, event.sequence()).events(List.of(event)).alone());
                assertThat(commit).isEqualTo(Commit.DONE);
                acknowledged.add(event.publicPart());
            } catch (StoreException e) {
                boolean kept = isThere(event);
                assertThat(kept && !e.isAmbiguous())
                        .as("a failure that kept its event: %s", e)
                        .isFalse();
                if (kept) {
                    acknowledged.add(event.publicPart());
                }
            }
        }

        private boolean isThere(StoredEvent event) {
            while (true) {
                try {
                    return store.events(run, event.sequence(), 1).stream()
                            .anyMatch(found -> Arrays.equals(found.publicPart(), event.publicPart()));
                } catch (StoreException e) {
                    // The connection was cut once more: ask again.
                }
            }
        }
    }
}
