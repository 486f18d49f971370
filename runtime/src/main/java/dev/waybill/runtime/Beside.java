package dev.waybill.runtime;

import dev.waybill.engine.decide.Decision;
import dev.waybill.journal.RunId;
import dev.waybill.journal.document.Edit;
import dev.waybill.journal.memory.MemoryWrite;
import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.Blob;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.journal.store.OutboxItem;
import dev.waybill.journal.store.ReceiptHead;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.TokenPlace;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What belongs into the same transaction as a turn.
///
/// @param appends of other runs
/// @param call remembers the call that the turn answers
/// @param places what new tokens stand for
/// @param memory what is remembered
/// @param blobs the definitions that a child brings along
/// @param outbox what a child hands to the outside
/// @param birth what a child decided at its birth
/// @param edits files that are written
public record Beside(
        List<Append> appends,
        @Nullable IdempotencyRecord call,
        List<TokenPlace> places,
        List<MemoryWrite> memory,
        List<Blob> blobs,
        List<OutboxItem> outbox,
        @Nullable Decision birth,
        List<Edit> edits) {

    public Beside(List<Append> appends, @Nullable IdempotencyRecord call, List<TokenPlace> places) {
        this(appends, call, places, List.of(), List.of(), List.of(), null, List.of());
    }

    /// A child that is created.
    static Beside of(Append child, @Nullable Decision birth, List<Blob> definitions, List<OutboxItem> outbox) {
        return new Beside(List.of(child), null, List.of(), List.of(), definitions, outbox, birth, List.of());
    }

    /// A run that came into being.
    record Born(RunId run, Decision decision, Loaded loaded) {}

    /// The child, if there is one, as it is once this is committed.
    Optional<Born> born() {
        if (birth == null) {
            return Optional.empty();
        }
        RunId run = birth.state().header().runId();
        return appends.stream()
                .filter(append -> append.run().equals(run))
                .findFirst()
                .map(append ->
                        new Born(run, birth, new Loaded(birth.state(), ReceiptHead.after(null, append.receipts()))));
    }

    static final Beside NOTHING = new Beside(List.of(), null, List.of());

    /// Made once the turn is decided and signed for.
    @FunctionalInterface
    public interface Maker {
        Beside of(Decision decision, List<StoredReceipt> receipts);
    }

    static Beside of(List<MemoryWrite> memory, List<Edit> edits) {
        return memory.isEmpty() && edits.isEmpty()
                ? NOTHING
                : new Beside(List.of(), null, List.of(), memory, List.of(), List.of(), null, edits);
    }

    static Beside of(@Nullable IdempotencyRecord call) {
        return call == null ? NOTHING : new Beside(List.of(), call, List.of());
    }
}
