package dev.waybill.runtime.feed;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Growth;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.Caller;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The runs that one caller sees, whenever they have changed. For one reader; closing may be done by another thread.
///
/// A run that changes often while its reader is busy comes once, as it is then: nothing piles up but the number of
/// runs, and a reader that lies behind even so is told to look anew.
public final class RunFeed implements AutoCloseable {

    private static final int MOST_HELD = 10_000;

    private final EventHub hub;
    private final Caller caller;
    private final News news = new News();
    private final Map<RunId, StoredRun> held = new LinkedHashMap<>();
    private boolean whole = true;
    private boolean told;
    private long mark;
    private volatile boolean closed;

    RunFeed(EventHub hub, Caller caller) {
        this.hub = hub;
        this.caller = caller;
    }

    /// What has grown, from the hub or from the look at the beginning.
    void found(Growth growth) {
        news.found(() -> {
            mark = Math.max(mark, growth.mark());
            growth.runs().stream()
                    .filter(run -> caller.sees(run.header().tenant()))
                    .forEach(run ->
                            held.merge(run.header().runId(), run, (old, now) -> now.head() < old.head() ? old : now));
            whole &= growth.whole() && held.size() <= MOST_HELD;
            told |= !held.isEmpty() || !whole;
            return told;
        });
    }

    void failed(StoreException why) {
        news.failed(why);
    }

    /// Everything that has changed since the last call; empty when nothing did in the time, or when the feed is closed.
    ///
    /// @throws StoreException when the store cannot be read
    public Optional<Growth> next(Duration most) throws InterruptedException {
        hub.awaken();
        return news.await(() -> told || closed, most, () -> closed ? Optional.<Growth>empty() : Optional.of(take()))
                .flatMap(Function.identity());
    }

    private Growth take() {
        Growth growth = new Growth(mark, whole ? List.copyOf(held.values()) : List.of(), whole);
        held.clear();
        whole = true;
        told = false;
        return growth;
    }

    /// From where somebody who has heard everything so far goes on.
    public long mark() {
        return news.locked(() -> mark);
    }

    public boolean isClosed() {
        return closed;
    }

    /// Ends the feed, and the wait of the thread that reads it.
    @Override
    public void close() {
        closed = true;
        hub.leave(this);
        news.stir();
    }
}
