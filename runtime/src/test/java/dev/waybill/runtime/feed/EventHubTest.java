package dev.waybill.runtime.feed;

import static dev.waybill.simulator.TestAppend.append;
import static dev.waybill.simulator.TestAppend.newRun;
import static dev.waybill.simulator.TestRuns.at;
import static dev.waybill.simulator.TestRuns.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.Projection;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import dev.waybill.runtime.Caller;
import dev.waybill.simulator.ModelStore;
import dev.waybill.testkit.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EventHubTest {

    private static final Caller EVERYBODY = Caller.operator("acme");
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int MANY = 1_000;

    private final RunStore store = new ModelStore();
    private final CountedLog log = new CountedLog(store);
    private final Rounds rounds = new Rounds(store.changes());
    private final EventHub hub = new EventHub(log, rounds);

    @BeforeEach
    void open() {
        hub.awaken();
    }

    @AfterEach
    void close() {
        hub.close();
    }

    @Test
    void aThousandIdleFeedsAskTheStoreOnceARound() throws InterruptedException {
        openMany();
        rounds.next(3);
        long before = log.reads();
        rounds.next(10);
        assertThat(log.reads() - before).isEqualTo(10);
    }

    @Test
    void onlyReadersOfRunsThatGrewReadThem() throws InterruptedException {
        List<EventFeed> feeds = openMany();
        rounds.next(1);
        for (int i = 0; i < 7; i++) {
            store.commit(append(id(i), 0).events(2).alone());
        }
        rounds.next(1);
        long before = log.reads();
        for (int i = 0; i < MANY; i++) {
            // The others have nothing to wait for: the hub would have told them by now.
            Duration patience = i < 7 ? LONG : Duration.ofNanos(1);
            assertThat(feeds.get(i).next(patience).isPresent()).isEqualTo(i < 7);
        }
        assertThat(log.reads() - before).as("a page each").isEqualTo(7);
    }

    @Test
    void readersOfOneRunShareItsNewestEvents() throws InterruptedException {
        store.commit(newRun(id(0)).alone());
        List<EventFeed> feeds = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            feeds.add(hub.open(EVERYBODY, id(0), 0).orElseThrow());
        }
        store.commit(append(id(0), 0).events(3).alone());
        rounds.next(1);
        long before = log.reads();
        for (EventFeed feed : feeds) {
            for (long sequence = 0; sequence < 3; sequence++) {
                assertThat(feed.next(LONG)).map(StoredEvent::sequence).contains(sequence);
            }
        }
        assertThat(log.reads() - before).isEqualTo(1);
    }

    @Test
    void aReaderThatIsStuckInTheLogHoldsBackNobody() throws Exception {
        store.commit(newRun(id(0)).events(1_000).alone());
        EventFeed slow = hub.open(EVERYBODY, id(0), 0).orElseThrow();
        EventFeed quick = hub.open(EVERYBODY, id(0), 990).orElseThrow();
        CountDownLatch stuck = log.holdPagesFrom(0);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<List<Long>> late = threads.submit(() -> drain(slow));
            rounds.free();
            store.commit(append(id(0), 1_000).events(1).projection(ended()).alone());
            assertThat(drain(quick)).isEqualTo(range(990, 1_001));
            assertThat(late.isDone()).isFalse();
            stuck.countDown();
            assertThat(late.get()).isEqualTo(range(0, 1_001));
        }
    }

    @Test
    void aStoreThatCannotBeAskedIsToldToThoseWhoWaitAndAskedAgain() throws InterruptedException {
        store.commit(newRun(id(0)).alone());
        EventFeed feed = hub.open(EVERYBODY, id(0), 0).orElseThrow();
        rounds.next(1);
        log.fails(new StoreException(StoreProblem.UNREACHABLE, "the store is away; try again", null));
        rounds.next(1);
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> feed.next(LONG))
                .withMessage("the store is away; try again");
        log.fails(null);
        store.commit(append(id(0), 0).events(1).alone());
        rounds.next(1);
        assertThat(feed.next(LONG)).isPresent();
    }

    /// Several runs, each with readers that come and stay at random places; two processes commit, and some hints are
    /// lost on the way.
    @Test
    void everyReaderGetsExactlyTheLog() {
        Seeds.check(10, this::readAlong);
    }

    private void readAlong(Random random) {
        ModelStore here = new ModelStore();
        Map<Integer, Long> heads = new HashMap<>();
        for (int run = 0; run < 5; run++) {
            here.commit(newRun(id(run)).events(random.nextInt(600)).alone());
            heads.put(run, here.run(id(run)).orElseThrow().head());
        }
        List<Future<List<Long>>> read = new ArrayList<>();
        List<Integer> of = new ArrayList<>();
        List<Long> from = new ArrayList<>();
        try (EventHub busy = new EventHub(here, new Forgetful(here.changes(), random.nextInt(4)));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int step = 0; step < 150; step++) {
                int run = random.nextInt(5);
                if (random.nextInt(4) == 0) {
                    of.add(run);
                    from.add((long) random.nextInt(700));
                    EventFeed feed =
                            busy.open(EVERYBODY, id(run), from.getLast()).orElseThrow();
                    read.add(threads.submit(() -> drain(feed)));
                } else {
                    heads.put(run, grow(here, run, head(heads, run), random.nextInt(20)));
                }
            }
            for (int run = 0; run < 5; run++) {
                here.commit(
                        append(id(run), head(heads, run)).projection(ended()).alone());
            }
            for (int i = 0; i < read.size(); i++) {
                assertThat(result(read.get(i)))
                        .as("run %d from %d", of.get(i), from.get(i))
                        .isEqualTo(range(from.get(i), head(heads, of.get(i))));
            }
        }
    }

    private static long head(Map<Integer, Long> heads, int run) {
        return heads.getOrDefault(run, 0L);
    }

    private static long grow(RunStore store, int run, long head, int by) {
        store.commit(append(id(run), head).events(by).alone());
        return head + by;
    }

    private List<EventFeed> openMany() {
        List<EventFeed> feeds = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            RunId run = id(i);
            store.commit(newRun(run).alone());
            feeds.add(hub.open(EVERYBODY, run, 0).orElseThrow());
        }
        return feeds;
    }

    private static Projection ended() {
        return new Projection(RunStatus.COMPLETED, false, null, null, at(1));
    }

    private static List<Long> drain(EventFeed feed) throws InterruptedException {
        List<Long> sequences = new ArrayList<>();
        while (!feed.isEnded()) {
            feed.next(LONG).ifPresent(event -> sequences.add(event.sequence()));
        }
        return sequences;
    }

    private static List<Long> result(Future<List<Long>> reader) {
        try {
            return reader.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Long> range(long from, long to) {
        return LongStream.range(from, Math.max(from, to)).boxed().toList();
    }
}
