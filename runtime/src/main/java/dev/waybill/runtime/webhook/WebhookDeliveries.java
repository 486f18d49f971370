package dev.waybill.runtime.webhook;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.decide.Decision;
import dev.waybill.journal.Event;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.RunEvent;
import dev.waybill.journal.event.RunFact;
import dev.waybill.journal.store.OutboxItem;
import dev.waybill.journal.store.Webhook;
import dev.waybill.runtime.StartRequest;
import dev.waybill.runtime.deliver.Deliveries;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What those outside get because of a decision: nothing for a tenant without webhooks, and nothing from a replay,
/// whose events somebody got before.
public record WebhookDeliveries(Subscriptions subscriptions, InstantSource clock, Bell bell) implements Deliveries {

    @Override
    public List<OutboxItem> of(Decision decision) {
        RunHeader header = decision.state().header();
        if (decision.events().isEmpty() || header.isReplay()) {
            return List.of();
        }
        List<Webhook> webhooks = subscriptions.of(header.tenant());
        String callback = callback(header);
        if (webhooks.isEmpty() && callback == null) {
            return List.of();
        }
        List<String> tags = tags(header);
        // Logical time may run ahead of the clock, and a delivery has nothing to wait for.
        Instant at = earlier(decision.state().clock(), clock.instant());
        List<OutboxItem> items = new ArrayList<>();
        for (Event event : decision.events()) {
            String type = event.fact().type();
            webhooks.stream()
                    .filter(webhook -> HookFilter.wants(webhook, type, tags))
                    .forEach(webhook -> items.add(Letter.of(webhook, header.runId(), event.sequence(), at)));
            if (callback != null && concernsCallers(event.fact())) {
                items.add(Letter.ofCallback(header, callback, event.sequence(), at));
            }
        }
        if (!items.isEmpty()) {
            bell.ring();
        }
        return items;
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    /// The address belongs to the run that was started with it, not to its children or forks.
    static @Nullable String callback(RunHeader header) {
        return header.origin() instanceof Origin.Start || header.origin() instanceof Origin.Remote
                ? header.options().string(StartRequest.CALLBACK).orElse(null)
                : null;
    }

    private static List<String> tags(RunHeader header) {
        return header.options().array(StartRequest.TAGS).orElse(JsonArray.EMPTY).items().stream()
                .map(JsonValue::asString)
                .flatMap(tag -> tag.stream())
                .toList();
    }

    /// Whoever started a run wants to know that it ended, or that it waits for somebody.
    private static boolean concernsCallers(RunEvent fact) {
        return fact instanceof RunFact.RunCompleted
                || fact instanceof RunFact.RunFailed
                || fact instanceof RunFact.RunCancelled
                || fact instanceof RunFact.RunPaused
                || fact instanceof NodeFact.NodeSuspended
                || fact instanceof InterruptFact.InterruptRequested;
    }
}
