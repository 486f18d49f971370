package dev.waybill.runtime.feed;

import dev.waybill.journal.store.StoreException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What is known, those who wait for more of it, and the trouble that keeps it away. What is known is looked at and
/// changed under one lock.
final class News {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition told = lock.newCondition();
    private @Nullable StoreException trouble;

    /// The store was asked, so there is no trouble any more.
    ///
    /// @param change says whether somebody has to be told
    void found(BooleanSupplier change) {
        locked(() -> {
            trouble = null;
            if (change.getAsBoolean()) {
                told.signalAll();
            }
            return lock;
        });
    }

    /// The store cannot be asked: whoever waits is told.
    void failed(StoreException why) {
        locked(() -> {
            trouble = why;
            told.signalAll();
            return lock;
        });
    }

    /// Lets those who wait look again.
    void stir() {
        locked(() -> {
            told.signalAll();
            return lock;
        });
    }

    <T> T locked(Supplier<T> look) {
        lock.lock();
        try {
            return look.get();
        } finally {
            lock.unlock();
        }
    }

    /// Waits until something is there, and takes it.
    ///
    /// @return empty when the time has passed before
    /// @throws StoreException when the store cannot be asked
    <T> Optional<T> await(BooleanSupplier there, Duration most, Supplier<T> take) throws InterruptedException {
        long left = most.toNanos();
        lock.lockInterruptibly();
        try {
            while (!there.getAsBoolean()) {
                if (trouble != null) {
                    throw new StoreException(
                            trouble.problem(), trouble.isAmbiguous(), String.valueOf(trouble.getMessage()), trouble);
                }
                if (left <= 0) {
                    return Optional.empty();
                }
                left = told.awaitNanos(left);
            }
            return Optional.of(take.get());
        } finally {
            lock.unlock();
        }
    }
}
