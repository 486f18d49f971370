package dev.waybill.runtime.feed;

import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.EventLog;
import dev.waybill.journal.store.RunHead;
import dev.waybill.journal.store.StoreException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/// One run that somebody reads, and what is known of it: how far it has come, and its newest events, which all
/// readers that have come as far share.
final class WatchedRun {

    static final int PAGE = 256;

    private final EventLog log;
    private final RunId run;
    private final Set<EventFeed> readers = new HashSet<>();
    private final News news = new News();
    private RunHead head;

    /// Apart from the other lock: the hub never waits for a reader.
    private final ReentrantLock reading = new ReentrantLock();

    private List<StoredEvent> tail = List.of();

    WatchedRun(EventLog log, RunId run) {
        this.log = log;
        this.run = run;
        this.head = new RunHead(run, 0, false, false);
    }

    RunId run() {
        return run;
    }

    /// Those who read it; for the hub, under its lock.
    Set<EventFeed> readers() {
        return readers;
    }

    private RunHead head() {
        return news.locked(() -> head);
    }

    /// What the hub, or a reader, has found. A head never falls: who found less has looked earlier.
    void found(RunHead now) {
        news.found(() -> {
            boolean grown = now.head() >= head.head() && !now.equals(head);
            head = grown ? now : head;
            return grown;
        });
    }

    /// The store cannot be asked: whoever waits is told.
    void failed(StoreException why) {
        news.failed(why);
    }

    /// Lets readers see that they were closed.
    void stir() {
        news.stir();
    }

    /// Waits until there is something to read from a sequence on, or nothing will ever be.
    ///
    /// @return whether to look
    boolean awaitNews(long next, Duration most, BooleanSupplier closed) throws InterruptedException {
        return news.await(
                        () -> head.head() > next || head.isOver(next) || closed.getAsBoolean(),
                        most,
                        () -> !closed.getAsBoolean())
                .orElse(false);
    }

    /// Events from a sequence on. Readers of the newest ones share one read; one that is behind reads alone, and nobody
    /// waits for it.
    List<StoredEvent> page(long from) {
        return head().head() - from < PAGE ? tail(from) : log.events(run, from, PAGE);
    }

    private List<StoredEvent> tail(long from) {
        reading.lock();
        try {
            if (tail.isEmpty()
                    || from > tail.getLast().sequence()
                    || from < tail.getFirst().sequence()) {
                tail = log.events(run, from, PAGE);
            }
            return tail.isEmpty()
                    ? tail
                    : tail.subList((int) (from - tail.getFirst().sequence()), tail.size());
        } finally {
            reading.unlock();
        }
    }

    /// How far the run has come by now.
    RunHead refreshed() {
        found(log.heads(List.of(run)).stream().findFirst().orElse(gone()));
        return head();
    }

    /// A run that is not there any more is as good as pruned.
    RunHead gone() {
        return new RunHead(run, head().head(), false, true);
    }
}
