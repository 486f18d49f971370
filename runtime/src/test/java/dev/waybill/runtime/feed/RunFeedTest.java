package dev.waybill.runtime.feed;

import static dev.waybill.simulator.TestAppend.append;
import static dev.waybill.simulator.TestAppend.newRun;
import static dev.waybill.simulator.TestRuns.header;
import static dev.waybill.simulator.TestRuns.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Growth;
import dev.waybill.journal.store.Scope;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.Caller;
import dev.waybill.simulator.ModelStore;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The runs of a tenant as they change.
@Timeout(60)
class RunFeedTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Caller OWNER = new Caller(header(id(0)).tenant(), "somebody", Scope.ALL);

    private final ModelStore store = new ModelStore();
    private final CountedLog log = new CountedLog(store);
    private final EventHub hub = new EventHub(log, store.changes());

    @AfterEach
    void close() {
        hub.close();
    }

    private static List<RunId> runs(Growth growth) {
        return growth.runs().stream().map(run -> run.header().runId()).toList();
    }

    @Test
    void aRunThatGrowsIsToldAsItIsThen() throws InterruptedException {
        store.commit(newRun(id(0)).events(1).alone());
        try (RunFeed feed = hub.follow(OWNER, -1)) {
            assertThat(feed.next(Duration.ZERO)).isEmpty();
            store.commit(append(id(0), 1).events(2).alone());
            Growth told = feed.next(LONG).orElseThrow();
            assertThat(told.runs()).extracting(StoredRun::head).containsExactly(3L);
            store.commit(newRun(id(1)).events(1).alone());
            assertThat(runs(feed.next(LONG).orElseThrow())).containsExactly(id(1));
        }
    }

    @Test
    void whoComesBackWithAMarkHearsWhatWasMissed() throws InterruptedException {
        long mark;
        try (RunFeed feed = hub.follow(OWNER, -1)) {
            mark = feed.mark();
        }
        store.commit(newRun(id(0)).events(1).alone());
        store.commit(newRun(id(1)).events(1).alone());
        try (RunFeed again = hub.follow(OWNER, mark)) {
            Growth missed = again.next(Duration.ZERO).orElseThrow();
            assertThat(runs(missed)).containsExactlyInAnyOrder(id(0), id(1));
            try (RunFeed later = hub.follow(OWNER, missed.mark())) {
                assertThat(later.next(Duration.ZERO)).isEmpty();
            }
        }
    }

    @Test
    void runsOfAnotherTenantAreNotThere() throws InterruptedException {
        Caller stranger = new Caller("somebody else", "somebody", Scope.ALL);
        try (RunFeed theirs = hub.follow(stranger, 0);
                RunFeed ours = hub.follow(OWNER, -1)) {
            store.commit(newRun(id(0)).events(1).alone());
            assertThat(ours.next(LONG)).isPresent();
            assertThat(theirs.next(Duration.ZERO)).isEmpty();
        }
    }

    @Test
    void whoMayNotReadRunsIsRefused() {
        Caller blind = new Caller(OWNER.tenant(), "somebody", EnumSet.of(Scope.RUNS_CREATE));
        assertThatExceptionOfType(Refused.class).isThrownBy(() -> hub.follow(blind, -1));
    }

    /// A page that was asleep gets one row for each run, however often these changed meanwhile.
    @Test
    void aSlowReaderGetsEachRunOnce() throws InterruptedException {
        try (RunFeed feed = hub.follow(OWNER, -1);
                RunFeed quick = hub.follow(OWNER, -1)) {
            store.commit(newRun(id(0)).events(1).alone());
            for (int head = 1; head < 50; head++) {
                store.commit(append(id(0), head).events(1).alone());
            }
            while (quick.next(LONG).orElseThrow().runs().getLast().head() < 50) {
                // Until the hub has heard of the last one.
            }
            assertThat(feed.next(LONG).orElseThrow().runs())
                    .extracting(StoredRun::head)
                    .containsExactly(50L);
        }
    }

    @Test
    void manyReadersAskTheStoreAsOftenAsOne() throws InterruptedException {
        List<RunFeed> feeds =
                IntStream.range(0, 100).mapToObj(_ -> hub.follow(OWNER, -1)).toList();
        long before = log.reads();
        store.commit(newRun(id(0)).events(1).alone());
        for (RunFeed feed : feeds) {
            assertThat(feed.next(LONG)).isPresent();
        }
        assertThat(log.reads() - before)
                .as("one question a round, for all of them")
                .isLessThan(50);
        feeds.forEach(RunFeed::close);
    }

    @Test
    void aMarkOfAnotherStoreSaysToLookAnew() throws InterruptedException {
        try (RunFeed feed = hub.follow(OWNER, 1_000_000)) {
            Growth told = feed.next(Duration.ZERO).orElseThrow();
            assertThat(told.whole()).isFalse();
            assertThat(told.runs()).isEmpty();
        }
    }
}
