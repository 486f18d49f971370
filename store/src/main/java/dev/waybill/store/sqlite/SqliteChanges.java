package dev.waybill.store.sqlite;

import dev.waybill.journal.store.Changes;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Counts this process's commits, and those of them that call for a claim; looks for commits of others while somebody
/// waits. What others commit cannot be told apart, so it calls, too.
final class SqliteChanges implements Changes, AutoCloseable {

    private static final Duration SOONEST = Duration.ofMillis(1);
    private static final Duration LATEST = Duration.ofMillis(16);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition awaited = lock.newCondition();
    private final Count all = new Count();
    private final Count calls = new Count();
    private int waiting;
    private boolean closed;

    @Override
    public long stamp() {
        return all.stamp();
    }

    @Override
    public long await(long seen, Duration most) throws InterruptedException {
        return all.await(seen, most);
    }

    /// Of those commits only after which a claim may find something.
    Changes calls() {
        return calls;
    }

    /// @param calling whether a claim may find something now
    void committed(boolean calling) {
        lock.lock();
        try {
            all.grow();
            if (calling) {
                calls.grow();
            }
        } finally {
            lock.unlock();
        }
    }

    /// One of the two stamps. Each has its own condition: who waits for calls sleeps through everything else.
    private final class Count implements Changes {

        private final Condition grown = lock.newCondition();
        private long stamp;

        @Override
        public long stamp() {
            lock.lock();
            try {
                return stamp;
            } finally {
                lock.unlock();
            }
        }

        private void grow() {
            stamp++;
            grown.signalAll();
        }

        @Override
        public long await(long seen, Duration most) throws InterruptedException {
            long left = most.toNanos();
            lock.lockInterruptibly();
            try {
                waiting++;
                awaited.signal();
                while (stamp <= seen && left > 0 && !closed) {
                    left = grown.awaitNanos(left);
                }
                return stamp;
            } finally {
                waiting--;
                lock.unlock();
            }
        }
    }

    /// Starts the thread that looks for others' commits.
    void lookOut(Lookout others) {
        Thread.ofPlatform().daemon().name("waybill-sqlite-changes").start(() -> watch(others));
    }

    /// Looks often after a change and less often in a long silence.
    private void watch(Lookout others) {
        Duration interval = SOONEST;
        while (someoneWaits()) {
            if (haveCommitted(others)) {
                committed(true);
                interval = SOONEST;
            } else {
                interval = interval.compareTo(LATEST) < 0 ? interval.multipliedBy(2) : LATEST;
            }
            Pause.of(interval);
        }
    }

    /// What goes wrong here is told to the next one who reads or writes.
    private static boolean haveCommitted(Lookout others) {
        try {
            return others.othersCommitted();
        } catch (SQLException e) {
            return false;
        }
    }

    /// Sleeps until somebody waits; false when the store is closed.
    private boolean someoneWaits() {
        lock.lock();
        try {
            while (waiting == 0 && !closed) {
                awaited.awaitUninterruptibly();
            }
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    /// Ends the lookout, and lets those who wait go.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            awaited.signalAll();
            all.grown.signalAll();
            calls.grown.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Tells whether another process has committed since the last time it was asked.
    @FunctionalInterface
    interface Lookout {
        boolean othersCommitted() throws SQLException;
    }
}
