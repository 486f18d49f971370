package dev.waybill.engine.diff;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import org.jspecify.annotations.Nullable;

/// One place at which two logs differ.
///
/// @param a what the first log says there; null when it has ended
/// @param b what the second log says there; null when it has ended
public record EventDiff(
        long seq, @Nullable Event a, @Nullable Event b) {

    public EventDiff {
        if (a == null && b == null) {
            throw new IllegalArgumentException("two logs cannot differ where neither has an event");
        }
    }

    /// `added`, `removed` or `changed`, seen from the first log.
    public String op() {
        return a == null ? "added" : b == null ? "removed" : "changed";
    }

    JsonObject toJson() {
        return JsonObject.builder()
                .put("seq", seq)
                .put("op", op())
                .putIfPresent("aEvent", a == null ? null : EventCodec.toWire(a))
                .putIfPresent("bEvent", b == null ? null : EventCodec.toWire(b))
                .build();
    }
}
