package dev.waybill.bench;

import dev.waybill.base.Digest;
import dev.waybill.base.id.Ulid;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.Origin;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunSeed;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.Fence;
import dev.waybill.journal.store.Projection;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Transaction;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// One run that grows by an event at a time.
final class RunAppends implements Work {

    /// An event of the usual size, 465 bytes.
    static final byte[] EVENT =
            ("{\"type\":\"node.completed\",\"text\":\"" + "x".repeat(429) + "\"}").getBytes(StandardCharsets.UTF_8);

    static final byte[] NOTHING = {};

    /// Several processes may append to one store, so no two may invent the same ids.
    private static final SplittableRandom RANDOM = new SplittableRandom();

    private final RunStore store;
    private final RunId run;
    private long head;

    RunAppends(RunStore store) {
        this.store = store;
        RunHeader header = header();
        this.run = header.runId();
        commit(header, List.of());
    }

    private static RunHeader header() {
        Ulid id = new Ulid(RANDOM.nextLong() & 0x7FFF_FFFF_FFFF_FFFFL, RANDOM.nextLong());
        return new RunHeader(
                RunId.of(id),
                "default",
                "wf_" + id,
                "bench",
                Digest.of(EVENT),
                "wf_" + id,
                new Origin.Start(),
                List.of(),
                ReceiptPolicy.OFF,
                RunSeed.random(RANDOM),
                "0.1.0",
                Instant.EPOCH,
                JsonObject.EMPTY);
    }

    RunId run() {
        return run;
    }

    long head() {
        return head;
    }

    @Override
    public Object once() {
        return commit(null, List.of(new StoredEvent(head, "node.completed", "node", EVENT, NOTHING)));
    }

    private Commit commit(@Nullable RunHeader header, List<StoredEvent> events) {
        Projection running = new Projection(RunStatus.RUNNING, true, null, null, Instant.EPOCH.plusMillis(head));
        Append append = new Append(run, header, head, Fence.HEAD_ONLY, events, List.of(), running, false, null, null);
        Commit commit = store.commit(Transaction.of(append));
        if (!(commit instanceof Commit.Done)) {
            throw new IllegalStateException("expected an append that is done, found " + commit);
        }
        head += events.size();
        return commit;
    }
}
