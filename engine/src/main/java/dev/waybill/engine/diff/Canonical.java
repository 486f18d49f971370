package dev.waybill.engine.diff;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The events of one log without what makes them this log's: take them in order.
final class Canonical {

    /// What never counts, on top of an event.
    private static final List<String> OWN = List.of("eventId", "runId", "timestamp");

    /// What does not count between two runs, wherever it stands.
    private static final List<String> INCIDENTAL =
            List.of("eventId", "runId", "observedAt", "timestamp", "occurredAt", "emittedAt", "writtenAt", "id");

    /// Members that hold a name which the run made up.
    private static final List<String> NAMING =
            List.of("causationId", "interruptId", "childRunId", "parentRunId", EvidenceEnvelope.CORRELATION_ID);

    private final Comparison comparison;
    private final Map<String, String> places = new LinkedHashMap<>();

    Canonical(Comparison comparison) {
        this.comparison = comparison;
    }

    JsonObject of(Event event) {
        JsonObject wire = EventCodec.toWire(event);
        if (comparison == Comparison.REPLAY) {
            for (String name : OWN) {
                wire = wire.without(name);
            }
            return wire;
        }
        places.put(event.eventId(), "@" + event.sequence());
        return object(wire, event.sequence());
    }

    private JsonValue value(JsonValue value, long sequence) {
        return switch (value) {
            case JsonObject object -> object(object, sequence);
            case JsonArray array -> {
                List<JsonValue> items = new ArrayList<>();
                array.forEach(item -> items.add(value(item, sequence)));
                yield new JsonArray(items);
            }
            case JsonString text -> new JsonString(places.getOrDefault(text.value(), text.value()));
            default -> value;
        };
    }

    private JsonObject object(JsonObject object, long sequence) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        object.members().forEach((name, value) -> {
            if (!INCIDENTAL.contains(name)) {
                if (NAMING.contains(name) && value instanceof JsonString text) {
                    places.putIfAbsent(text.value(), "@" + sequence + "." + name);
                }
                members.put(name, value(value, sequence));
            }
        });
        return new JsonObject(members);
    }
}
