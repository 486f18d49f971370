package dev.waybill.journal.store;

import java.time.Instant;
import java.util.List;

/// What waits to be delivered.
public interface Outbox {

    List<OutboxItem> undelivered(Instant now, int limit);

    void delivered(String id);

    /// The delivery failed and is tried again later.
    void postpone(String id, Instant notBefore);
}
