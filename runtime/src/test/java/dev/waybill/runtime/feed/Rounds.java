package dev.waybill.runtime.feed;

import dev.waybill.journal.store.Changes;
import java.time.Duration;
import java.util.concurrent.Semaphore;

/// Changes that let a hub make one round at a time, when the test says so.
final class Rounds implements Changes {

    private final Changes changes;
    private final Semaphore allowed = new Semaphore(0);
    private final Semaphore waiting = new Semaphore(0);

    Rounds(Changes changes) {
        this.changes = changes;
    }

    /// Lets so many rounds go by. A round under way is not counted: it may have begun before.
    void next(int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            waiting.acquire();
            allowed.release();
        }
        // The last one is over when the hub waits for the next.
        waiting.acquire();
        waiting.release();
    }

    /// From now on the hub goes round by itself.
    void free() {
        allowed.release(Integer.MAX_VALUE / 2);
    }

    @Override
    public long stamp() {
        return changes.stamp();
    }

    @Override
    public long await(long seen, Duration most) throws InterruptedException {
        waiting.release();
        allowed.acquire();
        return changes.stamp();
    }
}
