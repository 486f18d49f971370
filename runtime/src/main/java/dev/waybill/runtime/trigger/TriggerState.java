package dev.waybill.runtime.trigger;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.store.KeptJson;
import dev.waybill.journal.store.Latch;
import dev.waybill.journal.store.StoreException;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What a store knows of a trigger: the value of its latch.
///
/// @param type of the trigger
/// @param fingerprint of the configuration for which the rest holds
/// @param handled up to when everything that was due is settled
/// @param lastRun the run that it started last
/// @param lastDue the time that this was for
/// @param problem why the last time started nothing
record TriggerState(
        String type,
        String fingerprint,
        Instant handled,
        boolean paused,
        @Nullable String lastRun,
        @Nullable Instant lastDue,
        @Nullable String problem) {

    /// A trigger that nobody looked at before: what was due earlier is none of its business.
    static TriggerState fresh(BoundTrigger trigger, Instant now) {
        return new TriggerState(trigger.type().wire(), trigger.fingerprint(), now, false, null, null, null);
    }

    static TriggerState of(Latch latch) {
        String place = "latches, " + latch.key();
        JsonObject json = KeptJson.read(latch.value(), place);
        try {
            return of(latch, json);
        } catch (IllegalArgumentException | DateTimeException e) {
            throw StoreException.damaged(place, e);
        }
    }

    private static TriggerState of(Latch latch, JsonObject json) {
        return new TriggerState(
                json.string("type").orElse(""),
                json.string("fingerprint").orElse(""),
                json.string("handled").map(Times::parse).orElse(latch.at()),
                json.get("paused") == JsonBool.TRUE,
                json.string("lastRun").orElse(null),
                json.string("lastDue").map(Times::parse).orElse(null),
                json.string("problem").orElse(null));
    }

    String toText() {
        return JsonWriter.compact(JsonObject.builder()
                .put("type", type)
                .put("fingerprint", fingerprint)
                .put("handled", Times.format(handled))
                .put("paused", paused)
                .putIfPresent("lastRun", lastRun)
                .putIfPresent("lastDue", lastDue == null ? null : Times.format(lastDue))
                .putIfPresent("problem", problem)
                .build());
    }

    /// The same under another configuration: what was due under the old one is over.
    TriggerState under(String changed, Instant now) {
        return new TriggerState(type, changed, now, paused, lastRun, lastDue, null);
    }

    TriggerState settled(Instant until) {
        return new TriggerState(type, fingerprint, until, paused, lastRun, lastDue, problem);
    }

    TriggerState fired(String run, Instant due) {
        return new TriggerState(type, fingerprint, later(handled, due), paused, run, due, null);
    }

    TriggerState failed(String why, Instant due) {
        return new TriggerState(type, fingerprint, later(handled, due), paused, lastRun, lastDue, why);
    }

    TriggerState paused(boolean now) {
        return new TriggerState(type, fingerprint, handled, now, lastRun, lastDue, problem);
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
