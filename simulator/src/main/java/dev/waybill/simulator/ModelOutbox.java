package dev.waybill.simulator;

import dev.waybill.journal.store.Outbox;
import dev.waybill.journal.store.OutboxItem;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/// The part of the model that keeps what waits to be delivered.
abstract class ModelOutbox extends ModelKeys implements Outbox {

    ModelOutbox(ModelState state) {
        super(state);
    }

    @Override
    public List<OutboxItem> undelivered(String kind, Instant now, int limit) {
        synchronized (state) {
            return state.outbox.values().stream()
                    .filter(item ->
                            item.kind().equals(kind) && !item.notBefore().isAfter(now) && !isHeldBack(item, now))
                    .sorted(Comparator.comparing(OutboxItem::run)
                            .thenComparingLong(OutboxItem::sequence)
                            .thenComparing(OutboxItem::id))
                    .limit(limit)
                    .toList();
        }
    }

    private boolean isHeldBack(OutboxItem item, Instant now) {
        return state.outbox.values().stream()
                .anyMatch(earlier -> earlier.kind().equals(item.kind())
                        && earlier.run().equals(item.run())
                        && earlier.sequence() < item.sequence()
                        && earlier.notBefore().isAfter(now));
    }

    @Override
    public void delivered(String id) {
        synchronized (state) {
            state.outbox.remove(id);
        }
    }

    @Override
    public void postpone(String id, Instant notBefore) {
        synchronized (state) {
            state.outbox.computeIfPresent(
                    id,
                    (_, item) -> new OutboxItem(
                            id, item.run(), item.sequence(), item.kind(), item.body(), notBefore, item.attempts() + 1));
        }
    }
}
