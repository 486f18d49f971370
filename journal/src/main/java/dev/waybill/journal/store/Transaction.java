package dev.waybill.journal.store;

import dev.waybill.journal.document.Edit;
import dev.waybill.journal.memory.MemoryWrite;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What becomes true at once or not at all. It names several runs only to create children and forks.
///
/// @param blobs bytes that are there already stay as they are
/// @param outbox an item whose id waits already stays as it is
/// @param idempotency remembers the answer to a call; a second one with its key is answered by the first, unless
///     the first had expired when the second was created
/// @param places what new tokens stand for, in runs that exist or are created here; one that is known already stays
///     as it is, and another place under its reference is refused as a mistake
/// @param memory what runs remember from now on; each change takes the next version of its scope, in this order
/// @param edits of documents, each with the version that it makes, by the run of the first append; when somebody else
///     has made that version first, the transaction has lost
/// @param latches as they are to be: each only if the version before it is there now
public record Transaction(
        List<Append> appends,
        List<Blob> blobs,
        List<OutboxItem> outbox,
        @Nullable IdempotencyRecord idempotency,
        List<TokenPlace> places,
        List<MemoryWrite> memory,
        List<Edit> edits,
        List<Latch> latches) {

    public Transaction(
            List<Append> appends, List<Blob> blobs, List<OutboxItem> outbox, @Nullable IdempotencyRecord idempotency) {
        this(appends, blobs, outbox, idempotency, List.of());
    }

    public Transaction(
            List<Append> appends,
            List<Blob> blobs,
            List<OutboxItem> outbox,
            @Nullable IdempotencyRecord idempotency,
            List<TokenPlace> places) {
        this(appends, blobs, outbox, idempotency, places, List.of());
    }

    public Transaction(
            List<Append> appends,
            List<Blob> blobs,
            List<OutboxItem> outbox,
            @Nullable IdempotencyRecord idempotency,
            List<TokenPlace> places,
            List<MemoryWrite> memory) {
        this(appends, blobs, outbox, idempotency, places, memory, List.of(), List.of());
    }

    public Transaction {
        appends = List.copyOf(appends);
        blobs = List.copyOf(blobs);
        outbox = List.copyOf(outbox);
        places = List.copyOf(places);
        memory = List.copyOf(memory);
        edits = List.copyOf(edits);
        if (!edits.isEmpty() && appends.isEmpty()) {
            throw new IllegalArgumentException("edits come with what a run tells of them");
        }
        latches = List.copyOf(latches);
        Set<String> runs = new LinkedHashSet<>();
        for (Append append : appends) {
            if (!runs.add(append.run().value())) {
                throw new IllegalArgumentException(append.run() + " appears twice in one transaction");
            }
        }
        if (places.stream().map(TokenPlace::ref).distinct().count() < places.size()) {
            throw new IllegalArgumentException("a token's reference appears twice in one transaction");
        }
        if (latches.stream().map(Latch::key).distinct().count() < latches.size()) {
            throw new IllegalArgumentException("a latch appears twice in one transaction");
        }
    }

    /// Moves latches and does nothing else.
    public static Transaction of(Latch... latches) {
        return new Transaction(
                List.of(), List.of(), List.of(), null, List.of(), List.of(), List.of(), List.of(latches));
    }

    public static Transaction of(Append append) {
        return new Transaction(List.of(append), List.of(), List.of(), null);
    }
}
