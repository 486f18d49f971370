package dev.waybill.journal.store;

import java.time.Instant;
import java.util.List;

/// Somebody outside who wants to hear of a tenant's events. The secret that signs what they get is not here: it
/// follows from a key that the store never sees.
///
/// @param events types of events, such as `run.completed`, `run.*` or `*`
/// @param tags only runs with one of these; all when there are none
/// @param fingerprint tells secrets apart without giving one away
/// @param createdBy the principal who registered it
public record Webhook(
        String id,
        String tenant,
        String url,
        List<String> events,
        List<String> tags,
        String fingerprint,
        Instant createdAt,
        String createdBy) {

    public Webhook {
        events = List.copyOf(events);
        tags = List.copyOf(tags);
    }
}
