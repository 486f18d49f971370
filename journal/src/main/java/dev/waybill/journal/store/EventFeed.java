package dev.waybill.journal.store;

import dev.waybill.journal.CorruptLog;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.event.RunFact;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// One run's events from a place on: first those that are there, then those that come, without a gap or a repeat, up to
/// the run's end. For one reader, which may well be a virtual thread.
///
/// The log is the only source. A change is a hint to look again, and since hints get lost between processes, the feed
/// looks four times a second anyway. The stamp is taken before looking: what is committed in between ends the wait.
public final class EventFeed {

    private static final Duration LOOK_AGAIN = Duration.ofMillis(250);
    private static final int BATCH = 256;
    private static final List<String> ENDS =
            List.of(RunFact.RunCompleted.TYPE, RunFact.RunFailed.TYPE, RunFact.RunCancelled.TYPE);

    private final EventLog log;
    private final Changes changes;
    private final InstantSource clock;
    private final RunId run;
    private final long ownFrom;
    private final Deque<StoredEvent> ready = new ArrayDeque<>();
    private long next;
    private boolean ended;

    private EventFeed(EventLog log, Changes changes, InstantSource clock, StoredRun stored, long from) {
        this.log = log;
        this.changes = changes;
        this.clock = clock;
        this.run = stored.header().runId();
        this.ownFrom = ownFrom(stored.header());
        this.next = from;
        this.ended = isOver(stored, from);
    }

    /// @param from the first sequence to give; behind the last one, the feed waits for what comes
    /// @return empty when there is no such run
    public static Optional<EventFeed> open(EventLog log, Changes changes, InstantSource clock, RunId run, long from) {
        if (from < 0) {
            throw new IllegalArgumentException("a feed begins at sequence 0 or later, found " + from);
        }
        return log.run(run).map(stored -> new EventFeed(log, changes, clock, stored, from));
    }

    /// A fork's history may hold the end of its source, which is not its own end.
    private static long ownFrom(RunHeader header) {
        return header.origin() instanceof Origin.Fork fork
                ? Math.max(fork.sequence(), header.prefixLength())
                : header.prefixLength();
    }

    private static boolean isOver(StoredRun stored, long from) {
        return stored.pruned() || (stored.projection().status().isTerminal() && from >= stored.head());
    }

    /// The next event; empty when none came in the time, or when there are no more.
    ///
    /// @throws CorruptLog when the log has a gap
    public Optional<StoredEvent> next(Duration most) throws InterruptedException {
        Instant end = clock.instant().plus(most);
        Duration left = most;
        while (!ended) {
            long stamp = changes.stamp();
            if (look()) {
                return Optional.of(give());
            }
            Duration wait = shortest(left, Duration.between(clock.instant(), end), LOOK_AGAIN);
            if (ended || !wait.isPositive()) {
                break;
            }
            // Waits that ran out are counted too: a clock that is set back must not make this one longer.
            left = changes.await(stamp, wait) > stamp ? left : left.minus(wait);
        }
        return Optional.empty();
    }

    private static Duration shortest(Duration one, Duration two, Duration three) {
        Duration shorter = one.compareTo(two) < 0 ? one : two;
        return shorter.compareTo(three) < 0 ? shorter : three;
    }

    private boolean look() {
        if (ready.isEmpty()) {
            ready.addAll(log.events(run, next, BATCH));
        }
        if (ready.isEmpty()) {
            // Who waits behind the end never sees the event that ends the run; who is slow may find it pruned.
            ended = log.run(run).map(stored -> isOver(stored, next)).orElse(true);
        }
        return !ready.isEmpty();
    }

    private StoredEvent give() {
        StoredEvent event = ready.removeFirst();
        if (event.sequence() != next) {
            throw new CorruptLog(run, next, "the log goes on with number " + event.sequence());
        }
        next++;
        ended = event.sequence() >= ownFrom && ENDS.contains(event.type());
        return event;
    }

    /// Whether nothing more will come: the run's last event was given, or was asked to be left out.
    public boolean isEnded() {
        return ended;
    }

    /// The sequence that comes next.
    public long position() {
        return next;
    }
}
