package dev.waybill.engine.attest;

import dev.waybill.engine.decide.Decision;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.HandOverPhase;
import dev.waybill.journal.store.ReceiptHead;
import dev.waybill.journal.store.StoredReceipt;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where a run comes from, when another run led to it.
///
/// @param from the parent, or the source of the fork
/// @param receipt of a parent the hand-over's "out" receipt, of a source the newest receipt before the fork, each with
///     how many receipts there are up to it; null when nothing is signed for that run
public record CreationContext(
        RunHeader from, @Nullable ReceiptHead receipt) {

    /// For the child that a decision of its parent confirms.
    ///
    /// @param sealed the receipts of that decision
    public static CreationContext ofChild(Decision parent, List<StoredReceipt> sealed) {
        RunHeader header = parent.state().header();
        Optional<Long> out = parent.events().stream()
                .filter(CreationContext::isOut)
                .map(Event::sequence)
                .findFirst();
        return new CreationContext(
                header,
                sealed.stream()
                        .filter(receipt -> out.isPresent() && receipt.sequence() == out.get())
                        .map(receipt -> new ReceiptHead(receipt.index() + 1, receipt.ref()))
                        .findFirst()
                        .orElse(null));
    }

    private static boolean isOut(Event event) {
        return event.fact() instanceof HandOverFact.HandOver phase && phase.phase() == HandOverPhase.DISPATCH_SUCCEEDED;
    }
}
