package dev.waybill.runtime.feed;

import dev.waybill.journal.store.Changes;
import java.time.Duration;

/// Changes of which some never arrive: then a wait simply runs out, soon, to keep tests quick.
record Forgetful(Changes changes, int oneIn) implements Changes {

    @Override
    public long stamp() {
        return oneIn > 0 && changes.stamp() % oneIn == 0 ? Long.MAX_VALUE : changes.stamp();
    }

    @Override
    public long await(long seen, Duration most) throws InterruptedException {
        return changes.await(seen, Duration.ofMillis(5));
    }
}
