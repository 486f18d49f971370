package dev.waybill.doors.http;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Counts the requests under way, so that a server that stops can wait for them.
final class RunningRequests {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int count;
    private boolean stopping;

    /// Whether the request may go on; then [#end] must follow.
    boolean begin() {
        lock.lock();
        try {
            if (!stopping) {
                count++;
            }
            return !stopping;
        } finally {
            lock.unlock();
        }
    }

    void end() {
        lock.lock();
        try {
            count--;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Lets nobody begin any more and waits for the others.
    void drain(Duration patience) {
        long left = patience.toNanos();
        lock.lock();
        try {
            stopping = true;
            while (count > 0 && left > 0) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }
}
