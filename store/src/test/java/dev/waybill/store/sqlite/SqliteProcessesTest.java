package dev.waybill.store.sqlite;

import static dev.waybill.simulator.TestRuns.at;
import static dev.waybill.simulator.TestRuns.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.Changes;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.RunStore;
import dev.waybill.simulator.TestAppend;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Several stores on one directory, as several processes have them.
class SqliteProcessesTest {

    private static final int EVENTS = 40;
    private static final int WRITERS = 16;

    @TempDir
    Path directory;

    @Test
    void processesThatStartTogetherMakeOneStore() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(6)) {
            List<Callable<SqliteStore>> starts = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                starts.add(() -> SqliteStore.open(directory));
            }
            int run = 0;
            for (Future<SqliteStore> start : threads.invokeAll(starts)) {
                try (SqliteStore store = start.get()) {
                    assertThat(store.commit(TestAppend.newRun(id(run++)).alone()))
                            .isEqualTo(Commit.DONE);
                }
            }
        }
    }

    @Test
    void aBusyProcessAndALightOneBothGetTheirEventsIn() throws Exception {
        try (SqliteStore busy = SqliteStore.open(directory);
                SqliteStore light = SqliteStore.open(directory);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            busy.register(new ProcessId("busy"), "serve", at(0));
            light.register(new ProcessId("light"), "mcp", at(0));
            List<Future<Void>> writers = new ArrayList<>();
            for (int run = 0; run < WRITERS; run++) {
                RunId mine = id(run);
                writers.add(threads.submit(() -> grow(busy, mine)));
            }
            writers.add(threads.submit(() -> grow(light, id(WRITERS))));
            for (Future<Void> writer : writers) {
                writer.get();
            }
            for (int run = 0; run <= WRITERS; run++) {
                assertThat(light.events(id(run), 0, 1000))
                        .extracting(StoredEvent::sequence)
                        .hasSize(EVENTS)
                        .isSorted();
            }
        }
    }

    private static Void grow(RunStore store, RunId run) {
        store.commit(TestAppend.newRun(run).alone());
        for (int head = 0; head < EVENTS; head++) {
            assertThat(store.commit(TestAppend.append(run, head).events(1).alone()))
                    .isEqualTo(Commit.DONE);
        }
        return null;
    }

    /// A reader that only ever trusts the hint must still see every event, in order and once.
    @Test
    void aSubscriberElsewhereMissesNothing() throws Exception {
        RunId run = id(1);
        try (SqliteStore writer = SqliteStore.open(directory);
                SqliteStore reader = SqliteStore.open(directory);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Long> read = threads.submit(() -> follow(reader, run));
            grow(writer, run);
            assertThat(read.get()).isEqualTo(EVENTS);
        }
    }

    private static long follow(RunStore store, RunId run) throws InterruptedException {
        Changes changes = store.changes();
        long next = 0;
        while (next < EVENTS) {
            long seen = changes.stamp();
            List<StoredEvent> news = store.events(run, next, 1000);
            next += news.size();
            if (news.isEmpty() && changes.await(seen, Duration.ofSeconds(30)) <= seen) {
                return next;
            }
        }
        return next;
    }
}
