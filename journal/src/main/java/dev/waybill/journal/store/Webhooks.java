package dev.waybill.journal.store;

import java.util.List;

/// Who wants to hear of events, and how what waits for them fares.
public interface Webhooks {

    /// All of them, oldest first.
    List<Webhook> all();

    /// @return false when the id is taken, and nothing is changed
    boolean add(Webhook webhook);

    /// Forgets a webhook of a tenant.
    ///
    /// @return whether there was one
    boolean remove(String tenant, String id);
}
