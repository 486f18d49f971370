package dev.waybill.store.postgres;

import dev.waybill.journal.store.Changes;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/// A number that grows, and those who wait for it.
final class Stamp implements Changes {

    private final Lock lock = new ReentrantLock();
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

    @Override
    public long await(long seen, Duration most) throws InterruptedException {
        long left = most.toNanos();
        lock.lockInterruptibly();
        try {
            while (stamp <= seen && left > 0) {
                left = grown.awaitNanos(left);
            }
            return stamp;
        } finally {
            lock.unlock();
        }
    }

    void grow() {
        lock.lock();
        try {
            stamp++;
            grown.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
