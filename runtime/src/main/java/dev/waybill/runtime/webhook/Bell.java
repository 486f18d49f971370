package dev.waybill.runtime.webhook;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Wakes whoever delivers when there is something to deliver.
public final class Bell {

    private final Semaphore rung = new Semaphore(0);

    public void ring() {
        if (rung.availablePermits() == 0) {
            rung.release();
        }
    }

    /// @return whether it rang before the time was up
    boolean await(Duration most) throws InterruptedException {
        boolean heard = rung.tryAcquire(most.toNanos(), TimeUnit.NANOSECONDS);
        rung.drainPermits();
        return heard;
    }
}
