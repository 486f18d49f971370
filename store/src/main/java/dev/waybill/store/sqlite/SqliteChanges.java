package dev.waybill.store.sqlite;

import dev.waybill.journal.store.Changes;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Counts this process's commits, and looks for those of others while somebody waits.
final class SqliteChanges implements Changes, AutoCloseable {

    private static final Duration SOONEST = Duration.ofMillis(1);
    private static final Duration LATEST = Duration.ofMillis(16);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Condition awaited = lock.newCondition();
    private long stamp;
    private int waiting;
    private boolean closed;

    @Override
    public long stamp() {
        lock.lock();
        try {
            return stamp;
        } finally {
            lock.unlock();
        }
    }

    void committed() {
        lock.lock();
        try {
            stamp++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long await(long seen, Duration most) throws InterruptedException {
        long left = most.toNanos();
        lock.lockInterruptibly();
        try {
            waiting++;
            awaited.signal();
            while (stamp <= seen && left > 0 && !closed) {
                left = changed.awaitNanos(left);
            }
            return stamp;
        } finally {
            waiting--;
            lock.unlock();
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
            if (committed(others)) {
                committed();
                interval = SOONEST;
            } else {
                interval = interval.compareTo(LATEST) < 0 ? interval.multipliedBy(2) : LATEST;
            }
            Pause.of(interval);
        }
    }

    /// What goes wrong here is told to the next one who reads or writes.
    private static boolean committed(Lookout others) {
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
            changed.signalAll();
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
