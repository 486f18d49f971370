package dev.waybill.store.postgres;

import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.Fence;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.Projection;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.StoredReceipt.Kind;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a commit must know of a run, and what it makes of it.
///
/// @param created the header, when this batch creates the run
/// @param projection set once this batch changes the run
/// @param steps how many step receipts there are
/// @param summaries how many summaries there are
record RunRow(
        RunId run,
        @Nullable RunHeader created,
        @Nullable Projection projection,
        long prefixLength,
        long head,
        long steps,
        long summaries,
        @Nullable String startedBy,
        @Nullable String owner,
        long epoch,
        boolean pruned) {

    /// A run as it is before the append that creates it: whoever writes as its owner, owns it.
    static RunRow created(RunHeader header, Fence fence) {
        @Nullable
        String owner = fence instanceof Fence.Owned owned ? owned.owner().value() : null;
        long epoch = fence instanceof Fence.Owned owned ? owned.epoch() : 0;
        long prefix = header.prefixLength();
        return new RunRow(header.runId(), header, null, prefix, prefix, 0, 0, null, owner, epoch, false);
    }

    RunRow with(Append append) {
        ProcessId starter = append.startedBy();
        return new RunRow(
                run,
                created,
                append.projection(),
                prefixLength,
                append.newHead(),
                steps + count(append, Kind.STEP),
                summaries + count(append, Kind.SUMMARY),
                starter == null ? startedBy : starter.value(),
                append.release() ? null : owner,
                epoch,
                pruned);
    }

    /// What is to be written for a run that this batch changed.
    Projection changedTo() {
        return Objects.requireNonNull(projection);
    }

    boolean allows(Fence fence) {
        return switch (fence) {
            case Fence.HeadOnly _ -> true;
            case Fence.Owned owned -> owned.owner().value().equals(owner) && owned.epoch() == epoch;
        };
    }

    /// Whether an append goes on where the log and the receipts of both kinds end.
    boolean isFollowedBy(Append append) {
        long step = steps;
        long summary = summaries;
        for (StoredReceipt receipt : append.receipts()) {
            long next = receipt.kind() == Kind.STEP ? step++ : summary++;
            if (receipt.index() != next) {
                return false;
            }
        }
        return !pruned && head == append.expectedHead();
    }

    /// Whether the events from one sequence up to another are here, and this run's own.
    boolean holds(long from, long end) {
        return !pruned && prefixLength <= from && end <= head;
    }

    private static long count(Append append, Kind kind) {
        return append.receipts().stream()
                .filter(receipt -> receipt.kind() == kind)
                .count();
    }
}
