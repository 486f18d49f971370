package dev.waybill.view.run;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.journal.event.ModelFact;
import java.util.List;

/// An event as OpenWOP's clients get it. The schema of a question's payload is closed, so the engine's own names for
/// the question stand beside the payload, where anything may stand.
public final class WireEvent {

    private static final String PAYLOAD = "payload";
    private static final String RUN = "runId";
    private static final List<String> OWN = List.of("nodeId", "interruptId");

    private WireEvent() {}

    public static JsonObject of(Event event) {
        return fitted(event, EventCodec.toWire(event));
    }

    /// The same, away from its run: it says whose child, branch or replay that run is.
    public static JsonObject record(RunHeader header, Event event) {
        return fitted(event, EventCodec.toRecord(header, event));
    }

    /// An event that another host sent, as its own log holds it.
    ///
    /// @throws dev.waybill.journal.CorruptLog when it is no event that we know
    public static Event read(RunId run, JsonObject wire) {
        JsonObject kept = stored(wire);
        return EventCodec.decode(
                run,
                new StoredEvent(
                        kept.get("sequence") instanceof JsonNumber number
                                ? number.asInteger().orElse(0)
                                : 0,
                        kept.string("type").orElse(""),
                        kept.string("nodeId").orElse(null),
                        JsonWriter.compactBytes(kept),
                        new byte[0]));
    }

    private static JsonObject stored(JsonObject wire) {
        return switch (wire.string("type").orElse("")) {
            case InterruptFact.InterruptRequested.TYPE -> unmoved(wire);
            case ModelFact.OutputChunk.TYPE ->
                wire.with(PAYLOAD, wire.object(PAYLOAD).orElse(JsonObject.EMPTY).without(RUN));
            default -> wire;
        };
    }

    private static JsonObject unmoved(JsonObject wire) {
        JsonObject payload = wire.object(PAYLOAD).orElse(JsonObject.EMPTY);
        for (String name : OWN) {
            JsonValue value = wire.get(name);
            if (value != null) {
                payload = payload.with(name, value);
            }
        }
        return wire.with(PAYLOAD, payload);
    }

    private static JsonObject fitted(Event event, JsonObject wire) {
        return switch (event.fact()) {
            case InterruptFact.InterruptRequested _ -> question(wire);
            case ModelFact.OutputChunk _ -> wire.with(PAYLOAD, chunk(event.runId(), wire));
            default -> wire;
        };
    }

    /// A branch shows the pieces of its source as its own, so no run's name is kept with them.
    private static JsonObject chunk(RunId run, JsonObject wire) {
        return wire.object(PAYLOAD).orElseThrow().with(RUN, new JsonString(run.value()));
    }

    private static JsonObject question(JsonObject wire) {
        JsonObject payload = wire.object(PAYLOAD).orElseThrow();
        JsonObject moved = wire;
        for (String name : OWN) {
            JsonValue value = payload.get(name);
            if (value != null) {
                moved = moved.with(name, value);
                payload = payload.without(name);
            }
        }
        return moved.with(PAYLOAD, payload);
    }
}
