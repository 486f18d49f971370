package dev.waybill.simulator;

import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.Blob;
import dev.waybill.journal.store.Fence;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.journal.store.OutboxItem;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.Projection;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.TokenPlace;
import dev.waybill.journal.store.Transaction;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Builds an append; what is not said is as plain as can be.
public final class TestAppend {

    private final RunId run;
    private final @Nullable RunHeader creates;
    private final long head;
    private Fence fence = Fence.HEAD_ONLY;
    private List<StoredEvent> events = List.of();
    private List<StoredReceipt> receipts = List.of();
    private Projection projection = TestRuns.waiting();
    private boolean release;
    private @Nullable ProcessId startedBy;
    private @Nullable RunId wakes;

    private TestAppend(RunId run, @Nullable RunHeader creates, long head) {
        this.run = run;
        this.creates = creates;
        this.head = head;
    }

    public static TestAppend newRun(RunHeader header) {
        return new TestAppend(header.runId(), header, header.prefixLength());
    }

    public static TestAppend newRun(RunId run) {
        return newRun(TestRuns.header(run));
    }

    public static TestAppend append(RunId run, long expectedHead) {
        return new TestAppend(run, null, expectedHead);
    }

    /// So many events that name the run as their writer.
    public TestAppend events(int count) {
        return events(TestRuns.events(run.value(), head, count));
    }

    public TestAppend events(List<StoredEvent> these) {
        events = these;
        return this;
    }

    public TestAppend receipts(StoredReceipt... these) {
        receipts = List.of(these);
        return this;
    }

    public TestAppend projection(Projection now) {
        projection = now;
        return this;
    }

    public TestAppend ownedBy(ProcessId owner, long epoch) {
        fence = new Fence.Owned(owner, epoch);
        return this;
    }

    public TestAppend release() {
        release = true;
        return this;
    }

    public TestAppend startedBy(ProcessId process) {
        startedBy = process;
        return this;
    }

    public TestAppend wakes(RunId other) {
        wakes = other;
        return this;
    }

    public Append build() {
        return new Append(run, creates, head, fence, events, receipts, projection, release, startedBy, wakes);
    }

    /// A transaction of nothing else.
    public Transaction alone() {
        return Transaction.of(build());
    }

    public Transaction with(IdempotencyRecord answer) {
        return new Transaction(List.of(build()), List.of(), List.of(), answer);
    }

    public Transaction with(Blob... blobs) {
        return new Transaction(List.of(build()), List.of(blobs), List.of(), null);
    }

    public Transaction with(OutboxItem... items) {
        return new Transaction(List.of(build()), List.of(), List.of(items), null);
    }

    public Transaction with(TokenPlace... places) {
        return new Transaction(List.of(build()), List.of(), List.of(), null, List.of(places));
    }

    public static Transaction together(TestAppend... appends) {
        return new Transaction(Arrays.stream(appends).map(TestAppend::build).toList(), List.of(), List.of(), null);
    }
}
