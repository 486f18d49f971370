package dev.waybill.simulator;

import dev.waybill.journal.store.Changes;
import java.time.Duration;

/// Counts the model's commits.
record ModelChanges(ModelState state) implements Changes {

    private static final long NANOS_PER_MILLI = 1_000_000;

    @Override
    public long stamp() {
        synchronized (state) {
            return state.stamp;
        }
    }

    @Override
    public long await(long seen, Duration most) throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        synchronized (state) {
            long left = end - System.nanoTime();
            while (state.stamp <= seen && left > 0) {
                state.wait(left / NANOS_PER_MILLI + 1);
                left = end - System.nanoTime();
            }
            return state.stamp;
        }
    }
}
