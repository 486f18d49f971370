package dev.waybill.journal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.CorruptLog;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunId;
import dev.waybill.journal.Segment;
import dev.waybill.journal.StoredEvent;
import dev.waybill.testkit.Seeds;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EventFeedTest {

    private static final RunId OTHER = new RunId("run_01JD2ZJ0A1B2C3D4E5F6G7H8J9");
    private static final Duration LONG = Duration.ofSeconds(30);

    /// It stands still: waits end because they run out, not because time passes.
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.EPOCH);

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
        assertThat(EventFeed.open(log, log, CLOCK, OTHER, 0)).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> open(log, -1));
    }

    @Test
    void aCommitBetweenLookingAndWaitingEndsTheWait() throws InterruptedException {
        // Somebody commits right after the feed has looked and found nothing.
        GrowingLog log = new GrowingLog(true) {
            @Override
            public synchronized List<StoredEvent> events(RunId run, long from, int limit) {
                List<StoredEvent> found = super.events(run, from, limit);
                if (found.isEmpty()) {
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
            public long await(long seen, Duration most) {
                assertThat(log.stamp()).as("there is news since the stamp").isGreaterThan(seen);
                return log.stamp();
            }
        };
        EventFeed feed = EventFeed.open(log, strict, CLOCK, GrowingLog.RUN, 0).orElseThrow();
        assertThat(feed.next(LONG)).map(StoredEvent::sequence).contains(0L);
    }

    @Test
    void manyReadersSeeEveryEventOnceWithHintsOrWithout() {
        Seeds.check(6, random -> {
            GrowingLog log = new GrowingLog(random.nextBoolean());
            log.log(random.nextInt(5));
            List<Long> froms = List.of(0L, (long) random.nextInt(5), 300L);
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<List<Long>>> readers = froms.stream()
                        .map(from -> threads.submit(() -> drain(open(log, from))))
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

    private static EventFeed open(GrowingLog log, long from) {
        return EventFeed.open(log, log, CLOCK, GrowingLog.RUN, from).orElseThrow();
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
