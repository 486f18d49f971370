package dev.waybill.engine.state;

import dev.waybill.journal.Event;

/// An event that later ones may name as what led to them. Its id cannot be derived from its place: a fork shares
/// events that its source has named.
public record EventRef(long sequence, String id) {

    static EventRef of(Event event) {
        return new EventRef(event.sequence(), event.eventId());
    }
}
