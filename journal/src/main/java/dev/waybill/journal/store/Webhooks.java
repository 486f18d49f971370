package dev.waybill.journal.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Who wants to hear of events, and how what waits for them fares.
public interface Webhooks {

    /// All of them, oldest first, each read by itself: damage in one is its own tenant's.
    List<Row> all();

    /// A webhook as it lies in the store.
    ///
    /// @param webhook null when it cannot be read
    /// @param damage why; null when it can
    record Row(
            String id,
            String tenant,
            @Nullable Webhook webhook,
            @Nullable StoreException damage) {

        public static Row of(Webhook webhook) {
            return new Row(webhook.id(), webhook.tenant(), webhook, null);
        }

        /// @throws StoreException when it cannot be read
        public Webhook readable() {
            if (webhook == null) {
                throw new StoreException(
                        StoreProblem.CORRUPT,
                        damage == null ? "webhooks, " + id : String.valueOf(damage.getMessage()),
                        damage);
            }
            return webhook;
        }
    }

    /// @return false when the id is taken, and nothing is changed
    boolean add(Webhook webhook);

    /// Forgets a webhook of a tenant.
    ///
    /// @return whether there was one
    boolean remove(String tenant, String id);
}
