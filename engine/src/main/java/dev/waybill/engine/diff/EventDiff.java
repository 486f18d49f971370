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
        return JsonObject.of("seq", seq)
                .with("op", op())
                .withIfPresent("aEvent", a == null ? null : EventCodec.toWire(a))
                .withIfPresent("bEvent", b == null ? null : EventCodec.toWire(b));
    }
}
