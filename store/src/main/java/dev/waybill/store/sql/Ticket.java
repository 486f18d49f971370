package dev.waybill.store.sql;

import dev.waybill.journal.store.StoreException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A caller's place in the queue.
final class Ticket<T> {

    private final T item;
    private final long since = System.nanoTime();
    private final Thread caller = Thread.currentThread();

    /// Written by the writer before `done`, read by the caller after it.
    @Nullable
    StoreException failure;

    private volatile boolean done;

    Ticket(T item) {
        this.item = item;
    }

    T item() {
        return item;
    }

    /// When it was drawn, by the clock that only counts.
    long since() {
        return since;
    }

    void wake() {
        done = true;
        LockSupport.unpark(caller);
    }

    /// An interrupt does not end the wait: the item is on its way, and its answer is due soon.
    void await() {
        boolean interrupted = false;
        while (!done) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            caller.interrupt();
        }
        if (failure != null) {
            throw new StoreException(
                    failure.problem(), failure.isAmbiguous(), String.valueOf(failure.getMessage()), failure);
        }
    }
}
