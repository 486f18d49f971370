package dev.waybill.simulator;

import dev.waybill.journal.RunHeader;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.Fence;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.Projection;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.StoredReceipt.Kind;
import dev.waybill.journal.store.StoredRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One run as the model keeps it. It never changes: a change is a new value, so that a refused transaction has
/// nothing to undo.
///
/// @param own the events after the prefix; none when pruned
record ModelRun(StoredRun stored, List<StoredEvent> own, List<StoredReceipt> steps, List<StoredReceipt> summaries) {

    ModelRun {
        own = List.copyOf(own);
        steps = List.copyOf(steps);
        summaries = List.copyOf(summaries);
    }

    /// A run as it is before the append that creates it.
    static ModelRun created(RunHeader header, Append append) {
        Fence.@Nullable Owned owned = append.fence() instanceof Fence.Owned fence ? fence : null;
        return new ModelRun(
                new StoredRun(
                        header,
                        header.prefixLength(),
                        append.projection(),
                        null,
                        owned == null ? null : owned.owner(),
                        owned == null ? 0 : owned.epoch(),
                        false),
                List.of(),
                List.of(),
                List.of());
    }

    ModelRun with(Append append) {
        ProcessId startedBy = append.startedBy() == null ? stored.startedBy() : append.startedBy();
        return new ModelRun(
                new StoredRun(
                        stored.header(),
                        append.newHead(),
                        append.projection(),
                        startedBy,
                        append.release() ? null : stored.owner(),
                        stored.epoch(),
                        stored.pruned()),
                joined(own, append.events()),
                joined(steps, ofKind(append.receipts(), Kind.STEP)),
                joined(summaries, ofKind(append.receipts(), Kind.SUMMARY)));
    }

    ModelRun ownedBy(@Nullable ProcessId owner, long epoch) {
        return with(stored.startedBy(), owner, epoch);
    }

    ModelRun startedBy(ProcessId process) {
        return with(process, stored.owner(), stored.epoch());
    }

    private ModelRun with(@Nullable ProcessId startedBy, @Nullable ProcessId owner, long epoch) {
        return new ModelRun(
                new StoredRun(stored.header(), stored.head(), projection(), startedBy, owner, epoch, stored.pruned()),
                own,
                steps,
                summaries);
    }

    ModelRun withoutEvents() {
        return new ModelRun(
                new StoredRun(
                        stored.header(),
                        stored.head(),
                        projection(),
                        stored.startedBy(),
                        stored.owner(),
                        stored.epoch(),
                        true),
                List.of(),
                steps,
                summaries);
    }

    Projection projection() {
        return stored.projection();
    }

    List<StoredReceipt> receipts(Kind kind) {
        return kind == Kind.STEP ? steps : summaries;
    }

    /// Whether receipts of both kinds count on from those that are there.
    boolean takes(List<StoredReceipt> receipts) {
        for (Kind kind : Kind.values()) {
            long next = receipts(kind).size();
            for (StoredReceipt receipt : ofKind(receipts, kind)) {
                if (receipt.index() != next++) {
                    return false;
                }
            }
        }
        return true;
    }

    boolean allows(Fence fence) {
        return switch (fence) {
            case Fence.HeadOnly _ -> true;
            case Fence.Owned owned -> Objects.equals(stored.owner(), owned.owner()) && stored.epoch() == owned.epoch();
        };
    }

    /// Whether the events from one sequence up to another are here, and this run's own.
    boolean holds(long from, long end) {
        return !stored.pruned() && stored.header().prefixLength() <= from && end <= stored.head();
    }

    /// Its own events in a range.
    List<StoredEvent> own(long from, long end) {
        return own.stream()
                .filter(event -> event.sequence() >= from && event.sequence() < end)
                .toList();
    }

    boolean isDue(Instant now) {
        Instant due = projection().dueAt();
        return due != null && !due.isAfter(now);
    }

    /// Since when it waits to be worked on.
    Instant waitsSince(Instant now) {
        Instant due = projection().dueAt();
        return due == null || projection().ready() || due.isAfter(now)
                ? projection().updatedAt()
                : due;
    }

    /// Most runs of a simulation are not signed for.
    private static List<StoredReceipt> ofKind(List<StoredReceipt> receipts, Kind kind) {
        if (receipts.isEmpty()) {
            return receipts;
        }
        return receipts.stream().filter(receipt -> receipt.kind() == kind).toList();
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        if (second.isEmpty()) {
            return first;
        }
        List<T> both = new ArrayList<>(first.size() + second.size());
        both.addAll(first);
        both.addAll(second);
        return both;
    }
}
