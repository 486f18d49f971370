package dev.waybill.runtime.feed;

import dev.waybill.journal.CorruptLog;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.event.RunFact;
import dev.waybill.journal.store.StoreException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// One run's events from a place on: first those that are there, then those that come, without a gap or a repeat, up to
/// the run's end. For one reader, which may well be a virtual thread; closing may be done by another.
///
/// The log is the only source: a feed reads its own pages, at its own pace. The hub only says when to look.
public final class EventFeed implements AutoCloseable {

    private static final List<String> ENDS =
            List.of(RunFact.RunCompleted.TYPE, RunFact.RunFailed.TYPE, RunFact.RunCancelled.TYPE);

    private final EventHub hub;
    private final WatchedRun watched;
    private final long ownFrom;
    private final Deque<StoredEvent> ready = new ArrayDeque<>();
    private long next;
    private boolean ended;
    private volatile boolean closed;

    EventFeed(EventHub hub, WatchedRun watched, RunHeader header, long from) {
        this.hub = hub;
        this.watched = watched;
        this.ownFrom = ownFrom(header);
        this.next = from;
    }

    /// Once the hub watches the run: what is committed from here on is told, what was before is found here.
    void begin() {
        ended = watched.refreshed().isOver(next);
    }

    /// A fork's history may hold the end of its source, which is not its own end.
    private static long ownFrom(RunHeader header) {
        return header.origin() instanceof Origin.Fork fork
                ? Math.max(fork.sequence(), header.prefixLength())
                : header.prefixLength();
    }

    /// The next event; empty when none came in the time, or when there are no more. A reader that gives no time
    /// looks at the log itself: it may know of a commit that the hub has not heard of yet.
    ///
    /// @throws CorruptLog when the log has a gap
    /// @throws StoreException when the store cannot be read
    public Optional<StoredEvent> next(Duration most) throws InterruptedException {
        if (ready.isEmpty() && !isEnded() && (!most.isPositive() || isNews(most))) {
            look();
        }
        return ready.isEmpty() || closed ? Optional.empty() : Optional.of(give());
    }

    private boolean isNews(Duration most) throws InterruptedException {
        hub.awaken();
        return watched.awaitNews(next, most, () -> closed);
    }

    private void look() {
        ready.addAll(watched.page(next));
        if (ready.isEmpty()) {
            // A reader that waits behind the end never sees the event that ends the run; a slow one may find it pruned.
            ended = watched.refreshed().isOver(next);
        }
    }

    private StoredEvent give() {
        StoredEvent event = ready.removeFirst();
        if (event.sequence() != next) {
            throw new CorruptLog(watched.run(), next, "the log goes on with number " + event.sequence());
        }
        next++;
        ended = event.sequence() >= ownFrom && ENDS.contains(event.type());
        return event;
    }

    /// Whether the next event is here already, so that [#next] gives it without a look at the log.
    public boolean isAtHand() {
        return !ready.isEmpty();
    }

    /// Whether nothing more will come: the run's last event was given or was asked to be left out, or the feed is
    /// closed.
    public boolean isEnded() {
        return ended || closed;
    }

    /// The sequence that comes next.
    public long position() {
        return next;
    }

    /// Ends the feed, and the wait of the thread that reads it.
    @Override
    public void close() {
        closed = true;
        hub.leave(this, watched);
    }
}
