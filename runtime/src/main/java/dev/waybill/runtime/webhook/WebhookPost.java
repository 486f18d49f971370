package dev.waybill.runtime.webhook;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Outbox;
import dev.waybill.journal.store.OutboxItem;
import dev.waybill.journal.store.Postings;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.BiConsumer;

/// Delivers what waits, until it is closed. Each receiver has a thread of its own while something waits for it, so that
/// one who hangs delays nobody else. Events of one run arrive in their order: where one fails, the later ones wait.
public final class WebhookPost implements AutoCloseable {

    private static final Duration PAUSE = Duration.ofSeconds(2);
    private static final List<Duration> AFTER_THE_BELL =
            List.of(Duration.ofMillis(5), Duration.ofMillis(20), Duration.ofMillis(75), Duration.ofMillis(200));
    private static final int BATCH = 100;
    private static final int MOST_AT_ONCE = 64;

    private final Outbox outbox;
    private final Postings postings;
    private final WebhookCourier courier;
    private final InstantSource clock;
    private final Pace pace;
    private final BiConsumer<OutboxItem, String> givenUp;
    private final Circuits circuits;
    private final Bell bell;
    private final Set<String> busy = ConcurrentHashMap.newKeySet();
    private final Set<Thread> lanes = ConcurrentHashMap.newKeySet();
    private final Semaphore places = new Semaphore(MOST_AT_ONCE);
    private final Thread thread;
    private volatile boolean closed;

    /// @param givenUp hears of a delivery that is not tried any more, and why
    public WebhookPost(
            RunStore store,
            WebhookCourier courier,
            InstantSource clock,
            Pace pace,
            Bell bell,
            BiConsumer<OutboxItem, String> givenUp) {
        this.outbox = store;
        this.postings = store.postings();
        this.courier = courier;
        this.clock = clock;
        this.pace = pace;
        this.circuits = new Circuits(pace);
        this.bell = bell;
        this.givenUp = givenUp;
        this.thread = Thread.ofVirtual().name("webhooks").start(this::work);
    }

    private void work() {
        try {
            while (!closed) {
                look();
                if (bell.await(PAUSE)) {
                    lookSoon();
                }
            }
        } catch (InterruptedException _) {
            // Closed: what was not delivered waits in the outbox.
        }
    }

    /// The bell rings before the commit, which may take its time.
    private void lookSoon() throws InterruptedException {
        for (Duration wait : AFTER_THE_BELL) {
            Thread.sleep(wait);
            look();
        }
    }

    private void look() {
        try {
            Instant now = clock.instant();
            for (String kind : postings.due(Letter.FAMILY, now)) {
                if (!circuits.isOpen(kind, now) && busy.add(kind)) {
                    Thread lane = Thread.ofVirtual().name(kind).unstarted(() -> lane(kind));
                    lanes.add(lane);
                    lane.start();
                }
            }
        } catch (StoreException _) {
            // The host says that its store is out of reach; what is due stays due.
        }
    }

    private void lane(String kind) {
        try {
            places.acquire();
            try {
                while (!closed && deliverSome(kind)) {
                    // Until nothing is due.
                }
            } finally {
                places.release();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (StoreException _) {
            // What it was about to note is found again.
        } finally {
            busy.remove(kind);
            lanes.remove(Thread.currentThread());
        }
    }

    /// @return whether anything arrived, so that there may be more
    private boolean deliverSome(String kind) throws InterruptedException {
        Set<RunId> stuck = new HashSet<>();
        boolean arrived = false;
        for (OutboxItem item : outbox.undelivered(kind, clock.instant(), BATCH)) {
            if (closed || circuits.isOpen(kind, clock.instant())) {
                return false;
            }
            if (!stuck.contains(item.run())) {
                boolean here = deliver(item);
                arrived |= here;
                if (!here) {
                    stuck.add(item.run());
                }
            }
        }
        return arrived;
    }

    private boolean deliver(OutboxItem item) throws InterruptedException {
        if (!postings.claim(item, clock.instant().plus(pace.lease()))) {
            return false;
        }
        try {
            courier.deliver(item);
            outbox.delivered(item.id());
            circuits.arrived(item.kind());
            return true;
        } catch (Undelivered why) {
            failed(item, why);
            return why.isHopeless();
        }
    }

    private void failed(OutboxItem item, Undelivered why) {
        Instant now = clock.instant();
        if (why.isHopeless() || item.attempts() + 1 >= pace.attempts()) {
            outbox.postpone(item.id(), now);
            postings.bury(item.id(), now, why.reason());
            givenUp.accept(item, why.reason());
        } else {
            outbox.postpone(item.id(), pace.next(item.attempts(), now));
        }
        if (!why.isHopeless()) {
            circuits.failed(item.kind(), now);
        }
    }

    /// What is under way is cut off, and made again by whoever finds it.
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        lanes.forEach(Thread::interrupt);
    }
}
