package dev.waybill.runtime.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.CorruptLog;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunId;
import dev.waybill.journal.Segment;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.Changes;
import dev.waybill.journal.store.RunHead;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.Caller;
import dev.waybill.testkit.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EventFeedTest {

    private static final RunId OTHER = new RunId("run_01JD2ZJ0A1B2C3D4E5F6G7H8J9");
    private static final Caller EVERYBODY = Caller.operator("acme");
    private static final Duration LONG = Duration.ofSeconds(30);

    private final List<EventHub> hubs = new ArrayList<>();

    @AfterEach
    void close() {
        hubs.forEach(EventHub::close);
    }

    @Test
    void whatIsThereComesFirstAndTheEndEndsIt() throws InterruptedException {
        GrowingLog log = new GrowingLog(true);
        log.log(600);
        log.end();
        EventFeed feed = open(log, 0);
        assertThat(drain(feed)).isEqualTo(range(0, 601));
        assertThat(feed.isEnded()).isTrue();
        assertThat(feed.next(LONG)).isEmpty();
    }

    @Test
    void itBeginsWhereItWasAskedTo() throws InterruptedException {
        GrowingLog log = new GrowingLog(true);
        log.log(10);
        log.end();
        assertThat(drain(open(log, 7))).isEqualTo(range(7, 11));
    }

    @Test
    void nothingInTimeIsNothingAndNotTheEnd() throws InterruptedException {
        GrowingLog log = new GrowingLog(true);
        log.log(1);
        EventFeed feed = open(log, 1);
        assertThat(feed.next(Duration.ofMillis(20))).isEmpty();
        assertThat(feed.next(Duration.ZERO)).isEmpty();
        assertThat(feed.isEnded()).isFalse();
        log.log(1);
        assertThat(feed.next(Duration.ZERO)).map(StoredEvent::sequence).contains(1L);
        assertThat(feed.position()).isEqualTo(2);
    }

    @Test
    void whoHasSeenTheEndWaitsForNothing() {
        GrowingLog log = new GrowingLog(true);
        log.log(3);
        log.end();
        assertThat(open(log, 4).isEnded()).isTrue();
        assertThat(open(log, 400).isEnded()).isTrue();
        assertThat(open(log, 3).isEnded()).isFalse();
    }

    @Test
    void whoBeginsBehindTheEndIsToldWhenTheRunEnds() throws InterruptedException {
        GrowingLog log = new GrowingLog(false);
        EventFeed feed = open(log, 50);
        assertThat(feed.next(Duration.ofMillis(5))).isEmpty();
        log.end();
        assertThat(feed.next(LONG)).isEmpty();
        assertThat(feed.isEnded()).isTrue();
    }

    @Test
    void theEndOfAForksSourceIsNotTheEndOfTheFork() throws InterruptedException {
        Origin fork = new Origin.Fork(OTHER, "wf_1", 3, ForkMode.BRANCH, JsonObject.EMPTY);
        GrowingLog log = new GrowingLog(fork, List.of(new Segment(OTHER, 3)), true);
        log.log(2);
        log.endOfSource();
        log.log(2);
        log.end();
        assertThat(drain(open(log, 0))).isEqualTo(range(0, 6));
    }

    @Test
    void prunedEventsEndTheFeedOfWhoIsTooSlow() throws InterruptedException {
        GrowingLog log = new GrowingLog(false);
        log.log(1);
        EventFeed feed = open(log, 0);
        assertThat(feed.next(LONG)).isPresent();
        log.prune();
        assertThat(feed.next(LONG)).isEmpty();
        assertThat(feed.isEnded()).isTrue();
    }

    @Test
    void aGapIsACorruptLog() {
        GrowingLog log = new GrowingLog(true);
        log.log(3);
        log.lose(1);
        EventFeed feed = open(log, 0);
        assertThatExceptionOfType(CorruptLog.class)
                .isThrownBy(() -> drain(feed))
                .withMessageContaining("event 1")
                .withMessageContaining("number 2");
    }

    @Test
    void thereIsNoFeedOfARunThatIsNotThere() {
        GrowingLog log = new GrowingLog(true);
        assertThat(hub(log, log).open(EVERYBODY, OTHER, 0)).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> open(log, -1));
    }

    @Test
    void aRunOfAnotherTenantIsNotThereAndReadingNeedsItsScope() {
        GrowingLog log = new GrowingLog(true);
        EventHub hub = hub(log, log);
        assertThat(hub.open(new Caller("acme", "key_1", Set.of(Scope.RUNS_READ)), GrowingLog.RUN, 0))
                .isPresent();
        assertThat(hub.open(new Caller("other", "key_2", Scope.ALL), GrowingLog.RUN, 0))
                .isEmpty();
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> hub.open(new Caller("acme", "key_3", Set.of(Scope.RUNS_CREATE)), GrowingLog.RUN, 0))
                .withMessageContaining("runs:read");
    }

    @Test
    void aCommitBetweenLookingAndWaitingEndsTheWait() throws InterruptedException {
        AtomicBoolean once = new AtomicBoolean(true);
        // Somebody commits right after the hub has looked and found nothing.
        GrowingLog log = new GrowingLog(true) {
            @Override
            public List<RunHead> heads(Collection<RunId> runs) {
                List<RunHead> found = super.heads(runs);
                if (Thread.currentThread().getName().equals("waybill-events") && once.getAndSet(false)) {
                    log(1);
                }
                return found;
            }
        };
        Changes strict = new Changes() {
            @Override
            public long stamp() {
                return log.stamp();
            }

            @Override
            public long await(long seen, Duration most) throws InterruptedException {
                // No safety net here: a hint that was missed is never made good.
                while (log.stamp() <= seen) {
                    Thread.sleep(1);
                }
                return log.stamp();
            }
        };
        EventFeed feed = hub(log, strict).open(EVERYBODY, GrowingLog.RUN, 0).orElseThrow();
        assertThat(feed.next(LONG)).map(StoredEvent::sequence).contains(0L);
    }

    @Test
    void closingEndsTheWaitOfTheReader() throws Exception {
        GrowingLog log = new GrowingLog(true);
        EventHub hub = hub(log, log);
        EventFeed one = hub.open(EVERYBODY, GrowingLog.RUN, 0).orElseThrow();
        EventFeed other = hub.open(EVERYBODY, GrowingLog.RUN, 0).orElseThrow();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Optional<StoredEvent>> first = threads.submit(() -> one.next(LONG));
            one.close();
            assertThat(first.get()).isEmpty();
            assertThat(one.isEnded()).isTrue();
            log.log(1);
            assertThat(other.next(LONG)).isPresent();
            Future<Optional<StoredEvent>> second = threads.submit(() -> other.next(LONG));
            hub.close();
            assertThat(second.get()).isEmpty();
            assertThat(other.isEnded()).isTrue();
        }
    }

    @Test
    void manyReadersSeeEveryEventOnceWithHintsOrWithout() {
        Seeds.check(6, random -> {
            GrowingLog log = new GrowingLog(random.nextBoolean());
            log.log(random.nextInt(5));
            EventHub hub = hub(log, log);
            List<Long> froms = List.of(0L, (long) random.nextInt(5), 300L);
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<List<Long>>> readers = froms.stream()
                        .map(from -> threads.submit(() ->
                                drain(hub.open(EVERYBODY, GrowingLog.RUN, from).orElseThrow())))
                        .toList();
                for (int i = 0; i < 100; i++) {
                    log.log(1 + random.nextInt(9));
                    if (random.nextInt(4) == 0) {
                        LockSupport.parkNanos(300_000);
                    }
                }
                log.end();
                long head = log.run(GrowingLog.RUN).orElseThrow().head();
                for (int i = 0; i < froms.size(); i++) {
                    assertThat(result(readers.get(i))).isEqualTo(range(froms.get(i), Math.max(froms.get(i), head)));
                }
            }
        });
    }

    private static List<Long> result(Future<List<Long>> reader) {
        try {
            return reader.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private EventFeed open(GrowingLog log, long from) {
        return hub(log, log).open(EVERYBODY, GrowingLog.RUN, from).orElseThrow();
    }

    private EventHub hub(GrowingLog log, Changes changes) {
        EventHub hub = new EventHub(log, changes);
        hubs.add(hub);
        return hub;
    }

    private static List<Long> drain(EventFeed feed) throws InterruptedException {
        List<Long> sequences = new ArrayList<>();
        while (!feed.isEnded()) {
            Optional<StoredEvent> event = feed.next(Duration.ofMillis(50));
            event.ifPresent(found -> sequences.add(found.sequence()));
        }
        return sequences;
    }

    private static List<Long> range(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }
}
