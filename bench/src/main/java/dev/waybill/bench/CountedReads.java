package dev.waybill.bench;

import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.EventLog;
import dev.waybill.journal.store.Growth;
import dev.waybill.journal.store.RunHead;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.journal.store.Transaction;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// A log that counts how often it is read.
final class CountedReads implements EventLog {

    private final EventLog log;
    private final AtomicLong reads = new AtomicLong();

    CountedReads(EventLog log) {
        this.log = log;
    }

    long reads() {
        return reads.get();
    }

    @Override
    public Optional<StoredRun> run(RunId run) {
        reads.incrementAndGet();
        return log.run(run);
    }

    @Override
    public List<StoredEvent> events(RunId run, long from, int limit) {
        reads.incrementAndGet();
        return log.events(run, from, limit);
    }

    @Override
    public List<StoredRun> runs(RunQuery query) {
        reads.incrementAndGet();
        return log.runs(query);
    }

    @Override
    public List<RunHead> heads(Collection<RunId> runs) {
        reads.incrementAndGet();
        return log.heads(runs);
    }

    @Override
    public Growth grown(long since, int most) {
        reads.incrementAndGet();
        return log.grown(since, most);
    }

    @Override
    public Commit commit(Transaction transaction) {
        return log.commit(transaction);
    }
}
