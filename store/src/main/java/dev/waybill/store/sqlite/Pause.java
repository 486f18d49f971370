package dev.waybill.store.sqlite;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// A short wait of a thread that nobody interrupts.
final class Pause {

    private Pause() {}

    static void of(Duration time) {
        LockSupport.parkNanos(time.toNanos());
    }
}
