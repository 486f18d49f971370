package dev.waybill.store.sqlite;

import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.Fence;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.StoredReceipt.Kind;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The part of a run that a commit looks at before it writes.
///
/// @param id the run's number inside the file
/// @param base how many events are other runs'
/// @param steps how many step receipts there are
/// @param summaries how many summaries there are
record RunRow(
        long id,
        long base,
        long head,
        long steps,
        long summaries,
        String status,
        boolean ready,
        @Nullable Instant dueAt,
        @Nullable String startedBy,
        @Nullable String owner,
        long epoch,
        boolean pruned) {

    /// A run that is about to be created.
    static final RunRow NEW = new RunRow(0, 0, 0, 0, 0, "", false, null, null, null, 0, false);

    /// The events that an append leaves behind it.
    RunRow with(Append append) {
        long begin = append.creates() == null ? base : append.creates().prefixLength();
        return new RunRow(
                id, begin, append.newHead(), steps, summaries, status, ready, dueAt, startedBy, owner, epoch, pruned);
    }

    boolean allows(Fence fence) {
        return switch (fence) {
            case Fence.HeadOnly _ -> true;
            case Fence.Owned owned -> owned.owner().value().equals(owner) && owned.epoch() == epoch;
        };
    }

    /// Whether an append goes on where the run stands, its receipts too.
    boolean takes(Append append) {
        return !pruned && head == append.expectedHead() && countsOn(append.receipts(), steps, summaries);
    }

    /// Whether receipts of both kinds count on from those that are there.
    static boolean countsOn(List<StoredReceipt> receipts, long steps, long summaries) {
        long nextStep = steps;
        long nextSummary = summaries;
        for (StoredReceipt receipt : receipts) {
            long expected = receipt.kind() == Kind.STEP ? nextStep++ : nextSummary++;
            if (receipt.index() != expected) {
                return false;
            }
        }
        return true;
    }

    /// Whether the events from one sequence up to another are here, and this run's own.
    boolean holds(long from, long end) {
        return !pruned && base <= from && end <= head;
    }

    @Nullable
    String ownerAfter(Append append) {
        return append.release() ? null : owner;
    }

    @Nullable
    String startedByAfter(Append append) {
        return append.startedBy() == null ? startedBy : append.startedBy().value();
    }

    /// Whether an append changes how the run stands, who works on it, or when: seldom, while a run goes on.
    boolean isReplannedBy(Append append) {
        return !status.equals(append.projection().status().wire())
                || ready != append.projection().ready()
                || !Objects.equals(dueAt, append.projection().dueAt())
                || !Objects.equals(owner, ownerAfter(append))
                || !Objects.equals(startedBy, startedByAfter(append));
    }
}
