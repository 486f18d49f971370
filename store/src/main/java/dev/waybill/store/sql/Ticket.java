package dev.waybill.store.sql;

import dev.waybill.journal.store.StoreException;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A caller's place in the queue.
final class Ticket<T> {

    /// Absent in the ticket that only wakes a writer up.
    private final @Nullable T item;

    private final Thread caller = Thread.currentThread();

    /// Written by the writer before `done`, read by the caller after it.
    @Nullable
    StoreException failure;

    private volatile boolean done;

    Ticket(@Nullable T item) {
        this.item = item;
    }

    boolean isEmpty() {
        return item == null;
    }

    T item() {
        return Objects.requireNonNull(item);
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
