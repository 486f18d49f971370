package dev.waybill.runtime;

import dev.waybill.engine.decide.Decision;
import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.TokenPlace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What belongs into the same transaction as a turn.
///
/// @param appends of other runs
/// @param call remembers the call that the turn answers
/// @param places what new tokens stand for
public record Beside(List<Append> appends, @Nullable IdempotencyRecord call, List<TokenPlace> places) {

    static final Beside NOTHING = new Beside(List.of(), null, List.of());

    /// Made once the turn is decided and signed for.
    @FunctionalInterface
    public interface Maker {
        Beside of(Decision decision, List<StoredReceipt> receipts);
    }

    static Beside of(@Nullable IdempotencyRecord call) {
        return call == null ? NOTHING : new Beside(List.of(), call, List.of());
    }
}
