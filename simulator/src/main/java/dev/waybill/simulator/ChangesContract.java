package dev.waybill.simulator;

import static dev.waybill.simulator.TestAppend.append;
import static dev.waybill.simulator.TestAppend.newRun;
import static dev.waybill.simulator.TestRuns.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Changes;
import dev.waybill.journal.store.RunStore;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// Subscribers hear of commits and find them in the log.
interface ChangesContract extends StoreUnderTest {

    RunId WATCHED = id(1);
    Duration LONG = Duration.ofSeconds(30);

    @Test
    default void aCommitOfThisProcessIsHeardOf() throws InterruptedException {
        store().commit(newRun(WATCHED).alone());
        Changes changes = store().changes();
        long seen = changes.stamp();
        store().commit(append(WATCHED, 0).events(1).alone());
        assertThat(changes.await(seen, LONG)).isGreaterThan(seen);
        assertThat(changes.stamp()).isGreaterThan(seen);
    }

    @Test
    default void aCommitOfAnotherProcessIsHeardOf() throws InterruptedException {
        store().commit(newRun(WATCHED).alone());
        RunStore other = elsewhere();
        Changes changes = other.changes();
        long seen = changes.stamp();
        store().commit(append(WATCHED, 0).events(1).alone());
        assertThat(changes.await(seen, LONG)).isGreaterThan(seen);
        assertThat(other.events(WATCHED, 0, MANY)).hasSize(1);
    }

    @Test
    default void aRunThatNobodyOwnsAndThatIsReadyCalls() throws InterruptedException {
        Changes here = store().calls();
        Changes there = elsewhere().calls();
        long seen = here.stamp();
        long seenThere = there.stamp();
        store().commit(newRun(WATCHED)
                .projection(TestRuns.ready(TestRuns.at(0)))
                .alone());
        assertThat(here.await(seen, LONG)).isGreaterThan(seen);
        assertThat(there.await(seenThere, LONG)).isGreaterThan(seenThere);
    }

    @Test
    default void whoWaitsIsWoken() throws Exception {
        store().commit(newRun(WATCHED).alone());
        RunStore other = elsewhere();
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<Boolean> here = threads.submit(untilTheFirstEvent(store()));
            Future<Boolean> there = threads.submit(untilTheFirstEvent(other));
            store().commit(append(WATCHED, 0).events(1).alone());
            assertThat(here.get()).isTrue();
            assertThat(there.get()).isTrue();
        }
    }

    private static Callable<Boolean> untilTheFirstEvent(RunStore store) {
        return () -> {
            Changes changes = store.changes();
            long seen = changes.stamp();
            long next = seen + 1;
            while (store.events(WATCHED, 0, 1).isEmpty() && next > seen) {
                seen = changes.stamp();
                next = store.events(WATCHED, 0, 1).isEmpty() ? changes.await(seen, LONG) : next;
            }
            return !store.events(WATCHED, 0, 1).isEmpty();
        };
    }

    @Test
    default void waitingEndsWhenTheTimeIsUp() throws InterruptedException {
        Changes changes = store().changes();
        long seen = changes.stamp();
        assertThat(changes.await(seen, Duration.ofMillis(20))).isGreaterThanOrEqualTo(seen);
        assertThat(changes.await(seen, Duration.ZERO)).isGreaterThanOrEqualTo(seen);
    }
}
