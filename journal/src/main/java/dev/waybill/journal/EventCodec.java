package dev.waybill.journal;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.journal.event.EventTypes;
import dev.waybill.journal.event.Times;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Turns events into the bytes that are kept for ever, and back.
///
/// The public part is the wire's envelope without `runId`: forks share the bytes and show their own name.
public final class EventCodec {

    static final String EVENT_ID = "eventId";
    static final String RUN_ID = "runId";
    static final String SEQUENCE = "sequence";
    static final String TYPE = "type";
    static final String NODE_ID = "nodeId";
    static final String TIMESTAMP = "timestamp";
    static final String CAUSATION_ID = "causationId";
    static final String PAYLOAD = "payload";

    private static final byte[] NOTHING = {};

    private EventCodec() {}

    public static StoredEvent encode(Event event) {
        byte[] hidden = event.hidden().isEmpty() ? NOTHING : JsonWriter.compactBytes(event.hidden());
        return new StoredEvent(
                event.sequence(), event.type(), event.nodeId(), JsonWriter.compactBytes(envelope(event, null)), hidden);
    }

    /// The event as a client sees it.
    public static JsonObject toWire(Event event) {
        return envelope(event, event.runId());
    }

    private static JsonObject envelope(Event event, @Nullable RunId runId) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        JsonObject.Builder json = JsonObject.builder().put(EVENT_ID, event.eventId());
        if (runId != null) {
            json.put(RUN_ID, runId.value());
        }
        members.putAll(json.put(SEQUENCE, event.sequence())
                .put(TYPE, event.type())
                .putIfPresent(NODE_ID, event.nodeId())
                .put(TIMESTAMP, Times.format(event.timestamp()))
                .putIfPresent(CAUSATION_ID, event.causationId())
                .put(PAYLOAD, event.fact().payload())
                .build()
                .members());
        members.putAll(event.envelope().members().members());
        return new JsonObject(members);
    }

    /// @param run whose log is read; a fork reads its source's bytes under its own name
    /// @throws CorruptLog when the bytes are no event
    public static Event decode(RunId run, StoredEvent stored) {
        try {
            return decode(
                    run,
                    stored.sequence(),
                    JsonReader.readObject(stored.publicPart(), JsonLimits.DOCUMENT),
                    hidden(stored));
        } catch (RuntimeException e) {
            throw new CorruptLog(run, stored.sequence(), String.valueOf(e.getMessage()), e);
        }
    }

    private static JsonObject hidden(StoredEvent stored) {
        return stored.privatePart().length == 0
                ? JsonObject.EMPTY
                : JsonReader.readObject(stored.privatePart(), JsonLimits.DOCUMENT);
    }

    private static Event decode(RunId run, long sequence, JsonObject json, JsonObject hidden) {
        if (!(json.get(SEQUENCE) instanceof JsonNumber number)
                || number.asInteger().orElse(-1) != sequence) {
            throw new IllegalArgumentException("it says to be number " + json.get(SEQUENCE));
        }
        JsonValue payload = json.get(PAYLOAD);
        return new Event(
                run,
                sequence,
                text(json, EVENT_ID),
                Times.parse(text(json, TIMESTAMP)),
                json.string(CAUSATION_ID).orElse(null),
                EventTypes.read(
                        text(json, TYPE), json.string(NODE_ID).orElse(null), payload == null ? JsonNull.NULL : payload),
                EvidenceEnvelope.of(json),
                hidden);
    }

    private static String text(JsonObject json, String name) {
        return json.string(name).orElseThrow(() -> new IllegalArgumentException("it has no \"" + name + "\""));
    }
}
