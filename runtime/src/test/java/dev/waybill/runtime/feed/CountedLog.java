package dev.waybill.runtime.feed;

import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.EventLog;
import dev.waybill.journal.store.Growth;
import dev.waybill.journal.store.RunHead;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.journal.store.Transaction;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// A log that counts how often it is read, and can be slow or away.
final class CountedLog implements EventLog {

    private final EventLog log;
    private final AtomicLong reads = new AtomicLong();
    private volatile @Nullable StoreException trouble;
    private volatile long heldFrom = -1;
    private volatile CountDownLatch held = new CountDownLatch(0);

    CountedLog(EventLog log) {
        this.log = log;
    }

    long reads() {
        return reads.get();
    }

    void fails(@Nullable StoreException why) {
        trouble = why;
    }

    /// Reading a page that begins here takes until the latch is open.
    CountDownLatch holdPagesFrom(long sequence) {
        held = new CountDownLatch(1);
        heldFrom = sequence;
        return held;
    }

    private void read() {
        reads.incrementAndGet();
        StoreException why = trouble;
        if (why != null) {
            throw why;
        }
    }

    @Override
    public List<StoredEvent> events(RunId run, long from, int limit) {
        read();
        if (from == heldFrom) {
            try {
                held.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return log.events(run, from, limit);
    }

    @Override
    public Optional<StoredRun> run(RunId run) {
        read();
        return log.run(run);
    }

    @Override
    public List<RunHead> heads(Collection<RunId> runs) {
        read();
        return log.heads(runs);
    }

    @Override
    public Growth grown(long since, int most) {
        read();
        return log.grown(since, most);
    }

    @Override
    public List<StoredRun> runs(RunQuery query) {
        read();
        return log.runs(query);
    }

    @Override
    public Commit commit(Transaction transaction) {
        return log.commit(transaction);
    }
}
