package dev.waybill.runtime.feed;

import dev.waybill.base.Digest;
import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.Origin;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunSeed;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.Segment;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.RunEvent;
import dev.waybill.journal.event.RunFact;
import dev.waybill.journal.store.Changes;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.EventLog;
import dev.waybill.journal.store.Growth;
import dev.waybill.journal.store.Projection;
import dev.waybill.journal.store.RunHead;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.journal.store.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// The log of one run that grows while others read it.
///
/// Its hints can be made to get lost: then waits simply run out.
class GrowingLog implements EventLog, Changes {

    static final RunId RUN = new RunId("run_01JD2ZK8F4Q6V0X3N5S7T9W1YB");

    private final List<StoredEvent> events = new ArrayList<>();
    private final RunHeader header;
    private final boolean hints;
    private boolean pruned;
    private RunStatus status = RunStatus.RUNNING;
    private long head;
    private long stamp;

    GrowingLog(boolean hints) {
        this(new Origin.Start(), List.of(), hints);
    }

    GrowingLog(Origin origin, List<Segment> prefix, boolean hints) {
        this.hints = hints;
        this.header = new RunHeader(
                RUN,
                "acme",
                "wf_01JD2ZK8F4Q6V0X3N5S7T9W1YB",
                "flow",
                Digest.of(new byte[0]),
                "wf_01JD2ZK8F4Q6V0X3N5S7T9W1YB",
                origin,
                prefix,
                ReceiptPolicy.OFF,
                RunSeed.random(new Random(1)),
                "1",
                Instant.EPOCH,
                JsonObject.EMPTY);
    }

    synchronized void log(int count) {
        for (int i = 0; i < count; i++) {
            append(new DataFact.LogAppended("info", "line", null));
        }
        commit();
    }

    synchronized void end() {
        append(new RunFact.RunCompleted(JsonObject.EMPTY));
        status = RunStatus.COMPLETED;
        commit();
    }

    /// The end of the source, inside a fork's history.
    synchronized void endOfSource() {
        append(new RunFact.RunCompleted(JsonObject.EMPTY));
        commit();
    }

    synchronized void lose(int index) {
        events.remove(index);
    }

    synchronized void prune() {
        events.clear();
        pruned = true;
    }

    private void append(RunEvent fact) {
        long sequence = head++;
        events.add(EventCodec.encode(new Event(
                RUN, sequence, "evt_" + sequence, Instant.EPOCH, null, fact, EvidenceEnvelope.NONE, JsonObject.EMPTY)));
    }

    private void commit() {
        if (hints) {
            stamp++;
            notifyAll();
        }
    }

    @Override
    public synchronized Optional<StoredRun> run(RunId run) {
        var projection = new Projection(status, false, null, null, Instant.EPOCH);
        return run.equals(RUN)
                ? Optional.of(new StoredRun(header, head, projection, null, null, 0, pruned))
                : Optional.empty();
    }

    @Override
    public synchronized List<StoredEvent> events(RunId run, long from, int limit) {
        int start = (int) Math.min(from, events.size());
        return List.copyOf(events.subList(start, Math.min(events.size(), start + limit)));
    }

    @Override
    public synchronized long stamp() {
        return stamp;
    }

    @Override
    public synchronized long await(long seen, Duration most) throws InterruptedException {
        // A wait may end early; a short one keeps the tests quick.
        for (long left = Math.min(5, most.toMillis()); left > 0 && stamp <= seen; left--) {
            wait(1);
        }
        return stamp;
    }

    @Override
    public Commit commit(Transaction transaction) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<StoredRun> runs(RunQuery query) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<RunHead> heads(Collection<RunId> runs) {
        return runs.stream().flatMap(run -> run(run).stream()).map(RunHead::of).toList();
    }

    @Override
    public Growth grown(long since, int most) {
        throw new UnsupportedOperationException("nobody lists here");
    }
}
