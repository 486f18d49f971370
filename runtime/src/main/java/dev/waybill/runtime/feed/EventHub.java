package dev.waybill.runtime.feed;

import dev.waybill.engine.decide.Decision;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Changes;
import dev.waybill.journal.store.EventLog;
import dev.waybill.journal.store.Growth;
import dev.waybill.journal.store.RunHead;
import dev.waybill.journal.store.Scope;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.CommitWatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Wakes the readers of runs when these grow, in this process or in another. A process has one, whatever the number of
/// its readers: they cost the store one question a round, and none while nothing happens.
///
/// What this process commits, the hub is told, and passes on at once. For the rest a change is a hint to ask again how
/// far
/// the watched runs have come. Hints get lost between processes, so the hub also asks once a second. The stamp is taken
/// before asking: what is committed in between begins the next round.
public final class EventHub implements CommitWatch, AutoCloseable {

    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(1);
    private static final Duration FAREWELL = Duration.ofSeconds(5);
    private static final int ASKED_AT_ONCE = 1_000;

    /// After a round the hub rests four times as long as the round took: a store that is never quiet costs a fifth
    /// of one core, and the readers a few milliseconds.
    private static final int REST = 4;

    private static final long SHORTEST_REST_NANOS = 1_000_000;

    private final EventLog log;
    private final Changes changes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition joined = lock.newCondition();
    private final Map<RunId, WatchedRun> watched = new HashMap<>();
    private final Listeners listeners;
    private @Nullable Thread poller;
    private boolean closed;

    public EventHub(EventLog log, Changes changes) {
        this.log = log;
        this.changes = changes;
        this.listeners = new Listeners(log);
    }

    /// @param from the first sequence to give; behind the last one, the feed waits for what comes
    /// @return empty when there is no such run for this caller
    /// @throws Refused when the caller may not read runs
    public Optional<EventFeed> open(Caller caller, RunId run, long from) {
        caller.require(Scope.RUNS_READ);
        if (from < 0) {
            throw new IllegalArgumentException("a feed begins at sequence 0 or later, found " + from);
        }
        return log.run(run)
                .filter(stored -> caller.sees(stored.header().tenant()))
                .map(stored -> join(stored, from));
    }

    /// The runs of a caller's tenant as they change, from a mark on.
    ///
    /// @param since the mark of an earlier feed, on whichever process; below 0 it begins now
    /// @throws Refused when the caller may not read runs
    public RunFeed follow(Caller caller, long since) {
        caller.require(Scope.RUNS_READ);
        RunFeed feed = new RunFeed(this, caller);
        // From before it joins: what is committed in between is told by the round after.
        Growth missed = listeners.since(since);
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("the hub is closed");
            }
            listeners.add(feed, missed.mark());
            joined.signal();
        } finally {
            lock.unlock();
        }
        feed.found(missed);
        return feed;
    }

    void leave(RunFeed feed) {
        listeners.remove(feed);
    }

    private EventFeed join(StoredRun stored, long from) {
        EventFeed feed;
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("the hub is closed");
            }
            RunId run = stored.header().runId();
            WatchedRun of = watched.computeIfAbsent(run, it -> new WatchedRun(log, it));
            feed = new EventFeed(this, of, stored.header(), from);
            of.readers().add(feed);
            joined.signal();
        } finally {
            lock.unlock();
        }
        feed.begin();
        return feed;
    }

    /// Begins to watch, as soon as one reader waits. A platform thread, because a store's native calls would pin a
    /// virtual one.
    void awaken() {
        lock.lock();
        try {
            if (poller == null && !closed) {
                poller = Thread.ofPlatform().daemon().name("waybill-events").start(this::watch);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void committed(Decision decision, Duration took) {
        RunState after = decision.state();
        RunId run = after.header().runId();
        WatchedRun of;
        lock.lock();
        try {
            of = watched.get(run);
        } finally {
            lock.unlock();
        }
        if (of != null) {
            of.found(new RunHead(run, after.head(), after.isTerminal(), false));
        }
    }

    void leave(EventFeed feed, WatchedRun of) {
        lock.lock();
        try {
            of.readers().remove(feed);
            if (of.readers().isEmpty()) {
                watched.remove(of.run(), of);
            }
        } finally {
            lock.unlock();
        }
        of.stir();
    }

    private void watch() {
        try {
            while (true) {
                List<WatchedRun> runs = awaitReaders();
                long stamp = changes.stamp();
                long began = System.nanoTime();
                look(runs);
                listeners.look();
                long rest = Math.max(SHORTEST_REST_NANOS, REST * (System.nanoTime() - began));
                TimeUnit.NANOSECONDS.sleep(rest);
                changes.await(stamp, LONGEST_SILENCE);
            }
        } catch (InterruptedException e) {
            // Closed.
        }
    }

    private List<WatchedRun> awaitReaders() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (watched.isEmpty() && listeners.isEmpty()) {
                joined.await();
            }
            return new ArrayList<>(watched.values());
        } finally {
            lock.unlock();
        }
    }

    private void look(List<WatchedRun> runs) {
        for (int i = 0; i < runs.size(); i += ASKED_AT_ONCE) {
            List<WatchedRun> some = runs.subList(i, Math.min(runs.size(), i + ASKED_AT_ONCE));
            try {
                Map<RunId, RunHead> heads = log
                        .heads(some.stream().map(WatchedRun::run).toList())
                        .stream()
                        .collect(Collectors.toMap(RunHead::run, Function.identity()));
                some.forEach(run -> run.found(heads.getOrDefault(run.run(), run.gone())));
            } catch (StoreException e) {
                some.forEach(run -> run.failed(e));
            }
        }
    }

    /// Ends all feeds and the thread behind them.
    @Override
    public void close() {
        List<EventFeed> open = new ArrayList<>();
        Thread thread;
        lock.lock();
        try {
            closed = true;
            thread = poller;
            watched.values().forEach(run -> open.addAll(run.readers()));
        } finally {
            lock.unlock();
        }
        open.forEach(EventFeed::close);
        listeners.all().forEach(RunFeed::close);
        if (thread != null) {
            end(thread);
        }
    }

    private static void end(Thread thread) {
        thread.interrupt();
        try {
            thread.join(FAREWELL);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
