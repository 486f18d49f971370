package dev.waybill.runtime.deliver;

import dev.waybill.journal.store.Outbox;
import dev.waybill.journal.store.OutboxItem;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.BiConsumer;

/// Delivers what is due, one after the other.
///
/// @param failed hears of a delivery that did not arrive
public record DeliveryRound(
        Outbox outbox, Courier courier, InstantSource clock, BiConsumer<OutboxItem, Exception> failed) {

    private static final int MOST = 100;
    private static final Duration FIRST_WAIT = Duration.ofSeconds(5);
    private static final int MOST_DOUBLINGS = 9;

    public void run() {
        outbox.undelivered(courier.kind(), clock.instant(), MOST).forEach(this::deliver);
    }

    private void deliver(OutboxItem item) {
        try {
            courier.deliver(item);
            outbox.delivered(item.id());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            outbox.postpone(item.id(), next(item));
            failed.accept(item, e);
        }
    }

    /// Ever longer waits, up to three quarters of an hour: who is away for a day need not be asked every second.
    private Instant next(OutboxItem item) {
        return clock.instant().plus(FIRST_WAIT.multipliedBy(1L << Math.min(item.attempts(), MOST_DOUBLINGS)));
    }
}
