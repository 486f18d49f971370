package dev.waybill.app.anchor;

import dev.waybill.journal.store.StoreException;
import dev.waybill.runtime.deliver.DeliveryRound;
import java.time.Duration;

/// Looks again and again for runs that wait to be anchored, until it is closed.
public final class AnchorWatch implements AutoCloseable {

    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final Thread thread;

    public AnchorWatch(DeliveryRound round) {
        this.thread = Thread.ofVirtual().name("anchors").start(() -> {
            try {
                while (true) {
                    look(round);
                    Thread.sleep(PAUSE);
                }
            } catch (InterruptedException _) {
                // Closed: what was not delivered waits in the outbox.
            }
        });
    }

    private static void look(DeliveryRound round) {
        try {
            round.run();
        } catch (StoreException _) {
            // The host says that its store is out of reach; what is due stays due.
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
