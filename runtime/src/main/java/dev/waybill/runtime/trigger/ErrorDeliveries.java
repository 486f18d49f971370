package dev.waybill.runtime.trigger;

import dev.waybill.engine.decide.Decision;
import dev.waybill.journal.Event;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.event.RunFact;
import dev.waybill.journal.store.OutboxItem;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.Firing;
import dev.waybill.runtime.deliver.Deliveries;
import dev.waybill.workflow.TriggerType;
import java.util.List;

/// Keeps what failed for the workflows that look after failures, in the transaction of the failure.
///
/// A child's failure is its parent's business, and a replay has failed before. A run that was started because of a
/// failure starts no other one when it fails itself: nothing goes round in circles.
public final class ErrorDeliveries implements Deliveries {

    static final String KIND = "trigger-error";

    private final RunStore store;

    public ErrorDeliveries(RunStore store) {
        this.store = store;
    }

    @Override
    public List<OutboxItem> of(Decision decision) {
        Event failure = decision.events().stream()
                .filter(event -> event.fact() instanceof RunFact.RunFailed)
                .findFirst()
                .orElse(null);
        RunHeader header = decision.state().header();
        if (failure == null || !concernsOthers(header) || !isHeard(header.tenant())) {
            return List.of();
        }
        return List.of(new OutboxItem(
                KIND + ":" + header.runId(),
                header.runId(),
                failure.sequence(),
                KIND,
                new byte[0],
                header.createdAt(),
                0));
    }

    static boolean concernsOthers(RunHeader header) {
        String fired = header.options()
                .object(Firing.OPTION)
                .flatMap(it -> it.string("type"))
                .orElse("");
        return !(header.origin() instanceof Origin.Child)
                && !header.isReplay()
                && !fired.equals(TriggerType.ERROR.wire());
    }

    /// Few runs fail, so this is asked when one does.
    private boolean isHeard(String tenant) {
        return store.latches().list(BoundTrigger.KIND).stream()
                .filter(latch -> latch.key().tenant().equals(tenant))
                .map(TriggerState::of)
                .anyMatch(state -> state.type().equals(TriggerType.ERROR.wire()) && !state.paused());
    }
}
