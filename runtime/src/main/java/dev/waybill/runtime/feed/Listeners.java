package dev.waybill.runtime.feed;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.EventLog;
import dev.waybill.journal.store.Growth;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoredRun;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.locks.ReentrantLock;

/// Those who want to know of every run that changes. The hub asks the store once a round for all of them.
final class Listeners {

    /// So many events in one round are a restored backup or a night's sleep, not a round.
    private static final int MOST_EVENTS = 100_000;

    private final EventLog log;
    private final Set<RunFeed> feeds = new CopyOnWriteArraySet<>();

    /// Held during a round, so that nobody joins between two marks.
    private final ReentrantLock round = new ReentrantLock();

    /// How far the runs of the last answer had come: a store may tell of them once more.
    private final Map<RunId, Long> told = new HashMap<>();

    private long mark;

    Listeners(EventLog log) {
        this.log = log;
    }

    boolean isEmpty() {
        return feeds.isEmpty();
    }

    /// What somebody who comes back has missed; below 0 it is nothing, and only the present mark is told.
    Growth since(long mark) {
        return log.grown(mark, MOST_EVENTS);
    }

    /// @param present a mark from before it joined: what grew since then is told, maybe twice
    void add(RunFeed feed, long present) {
        round.lock();
        try {
            if (feeds.isEmpty()) {
                mark = present;
                told.clear();
            }
            feeds.add(feed);
        } finally {
            round.unlock();
        }
    }

    void remove(RunFeed feed) {
        feeds.remove(feed);
    }

    List<RunFeed> all() {
        return new ArrayList<>(feeds);
    }

    void look() {
        round.lock();
        try {
            if (!feeds.isEmpty()) {
                Growth growth = since(mark);
                mark = growth.mark();
                tell(growth);
            }
        } catch (StoreException e) {
            feeds.forEach(feed -> feed.failed(e));
        } finally {
            round.unlock();
        }
    }

    private void tell(Growth growth) {
        List<StoredRun> fresh = growth.runs().stream()
                .filter(run -> told.getOrDefault(run.header().runId(), -1L) < run.head())
                .toList();
        told.clear();
        growth.runs().forEach(run -> told.put(run.header().runId(), run.head()));
        Growth news = new Growth(growth.mark(), fresh, growth.whole());
        feeds.forEach(feed -> feed.found(news));
    }
}
