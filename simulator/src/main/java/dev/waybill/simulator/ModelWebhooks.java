package dev.waybill.simulator;

import dev.waybill.journal.store.Webhook;
import dev.waybill.journal.store.Webhooks;
import java.util.Comparator;
import java.util.List;

/// Who wants to hear of events, as the model has it.
record ModelWebhooks(ModelState state) implements Webhooks {

    @Override
    public List<Row> all() {
        synchronized (state) {
            return state.webhooks.values().stream()
                    .sorted(Comparator.comparing(Webhook::createdAt).thenComparing(Webhook::id))
                    .map(Row::of)
                    .toList();
        }
    }

    @Override
    public boolean add(Webhook webhook) {
        synchronized (state) {
            return state.webhooks.putIfAbsent(webhook.id(), webhook) == null;
        }
    }

    @Override
    public boolean remove(String tenant, String id) {
        synchronized (state) {
            Webhook known = state.webhooks.get(id);
            if (known == null || !known.tenant().equals(tenant)) {
                return false;
            }
            state.webhooks.remove(id);
            return true;
        }
    }
}
