package dev.waybill.journal.store;

import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What one run's turn adds.
///
/// @param creates the header, when this append creates the run; its prefix counts as present. The owner that the
///     fence names, if any, owns the new run in that epoch; otherwise nobody does, in epoch 0
/// @param expectedHead how many events the log has before this append, prefix included
/// @param events dense, from `expectedHead` on; may be none
/// @param receipts each kind dense, from the run's count on
/// @param release whether nobody owns the run afterwards: it waits, or has ended
/// @param startedBy the process that looks after the run from now on; null keeps what is known
/// @param wakes a run that must be looked at after this: the parent of a run that ends, or the run itself when
///     somebody other than its owner gave it something to do; one that is not there afterwards is no mistake
public record Append(
        RunId run,
        @Nullable RunHeader creates,
        long expectedHead,
        Fence fence,
        List<StoredEvent> events,
        List<StoredReceipt> receipts,
        Projection projection,
        boolean release,
        @Nullable ProcessId startedBy,
        @Nullable RunId wakes) {

    public Append(
            RunId run,
            @Nullable RunHeader creates,
            long expectedHead,
            Fence fence,
            List<StoredEvent> events,
            List<StoredReceipt> receipts,
            Projection projection,
            boolean release,
            @Nullable ProcessId startedBy) {
        this(run, creates, expectedHead, fence, events, receipts, projection, release, startedBy, null);
    }

    public Append {
        Objects.requireNonNull(fence);
        Objects.requireNonNull(projection);
        events = List.copyOf(events);
        receipts = List.copyOf(receipts);
        long next = expectedHead;
        for (StoredEvent event : events) {
            if (event.sequence() != next++) {
                throw new IllegalArgumentException("expected event " + (next - 1) + ", found " + event.sequence());
            }
        }
        if (creates != null && !creates.runId().equals(run)) {
            throw new IllegalArgumentException("the header of " + creates.runId() + " cannot create " + run);
        }
        if (creates != null && creates.prefixLength() != expectedHead) {
            throw new IllegalArgumentException("a new run has the %d events of its prefix, found %d expected"
                    .formatted(creates.prefixLength(), expectedHead));
        }
    }

    /// Whether somebody may have to claim the run after this, or the one that it wakes. A step of an owner that
    /// goes on calls nobody.
    public boolean calls() {
        boolean ownerless = release || fence instanceof Fence.HeadOnly;
        return wakes != null || (ownerless && (projection.ready() || projection.dueAt() != null));
    }

    /// The same for a transaction whose writer looks next at whoever would be woken.
    public Append wakingNobody() {
        return new Append(run, creates, expectedHead, fence, events, receipts, projection, release, startedBy, null);
    }

    public long newHead() {
        return expectedHead + events.size();
    }
}
