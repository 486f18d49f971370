package dev.waybill.journal;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.event.EventTypes;
import dev.waybill.journal.event.RunEvent;
import dev.waybill.journal.event.Times;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
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
    static final String CAUSATION_HOST_ID = "causationHostId";

    private static final byte[] NOTHING = {};

    private EventCodec() {}

    /// @throws IllegalArgumentException when the event holds what could not be read back
    public static StoredEvent encode(Event event) {
        byte[] hidden = event.hidden().isEmpty() ? NOTHING : StoredJson.write(event.hidden());
        return new StoredEvent(
                event.sequence(), event.type(), event.nodeId(), StoredJson.write(envelope(event, null)), hidden);
    }

    /// The event as a client sees it.
    public static JsonObject toWire(Event event) {
        return envelope(event, event.runId());
    }

    /// The event as a record of its own, away from its run: it says whose child, branch or replay that run is.
    public static JsonObject toRecord(RunHeader header, Event event) {
        Map<String, JsonValue> members = new LinkedHashMap<>(toWire(event).members());
        members.putAll(header.origin().toWire().members());
        return new JsonObject(members);
    }

    private static JsonObject envelope(Event event, @Nullable RunId runId) {
        JsonObject.Builder json = JsonObject.builder().put(EVENT_ID, event.eventId());
        if (runId != null) {
            json.put(RUN_ID, runId.value());
        }
        json.put(SEQUENCE, event.sequence())
                .put(TYPE, event.type())
                .putIfPresent(NODE_ID, event.nodeId())
                .put(TIMESTAMP, Times.format(event.timestamp()))
                .putIfPresent(CAUSATION_ID, event.causationId())
                .put(PAYLOAD, payload(event));
        event.envelope().members().members().forEach(json::put);
        return json.build();
    }

    /// OpenWOP puts the host of a cause into the payload, and the cause beside it.
    private static JsonValue payload(Event event) {
        JsonValue payload = event.fact().payload();
        String host = event.causationHostId();
        return host == null
                ? payload
                : payload.asObject().orElse(JsonObject.EMPTY).with(CAUSATION_HOST_ID, host);
    }

    /// @param run whose log is read; a fork reads its source's bytes under its own name
    /// @throws CorruptLog when the bytes are no event
    public static Event decode(RunId run, StoredEvent stored) {
        try {
            Event event = decode(run, stored.sequence(), StoredJson.read(stored.publicPart()), hidden(stored));
            expectSame(TYPE, stored.type(), event.type());
            expectSame(NODE_ID, stored.nodeId(), event.nodeId());
            return event;
        } catch (RuntimeException e) {
            throw new CorruptLog(run, stored.sequence(), String.valueOf(e.getMessage()), e);
        }
    }

    private static JsonObject hidden(StoredEvent stored) {
        return stored.privatePart().length == 0 ? JsonObject.EMPTY : StoredJson.read(stored.privatePart());
    }

    private static Event decode(RunId run, long sequence, JsonObject json, JsonObject hidden) {
        if (!(json.get(SEQUENCE) instanceof JsonNumber number)
                || number.asInteger().orElse(-1) != sequence) {
            throw new IllegalArgumentException("it says to be number " + json.get(SEQUENCE));
        }
        String nodeId = optionalText(json, NODE_ID);
        String host = causationHost(json);
        RunEvent fact = fact(json, nodeId, host != null);
        expectSame(NODE_ID, nodeId, fact.nodeId());
        return new Event(
                run,
                sequence,
                text(json, EVENT_ID),
                Times.parse(text(json, TIMESTAMP)),
                optionalText(json, CAUSATION_ID),
                host,
                fact,
                EvidenceEnvelope.of(json),
                hidden);
    }

    private static @Nullable String causationHost(JsonObject json) {
        return EventTypes.tellsHost(text(json, TYPE)) && json.get(PAYLOAD) instanceof JsonObject payload
                ? optionalText(payload, CAUSATION_HOST_ID)
                : null;
    }

    private static RunEvent fact(JsonObject json, @Nullable String nodeId, boolean toldHost) {
        JsonValue payload = json.get(PAYLOAD);
        if (payload == null) {
            throw new IllegalArgumentException("it has no \"" + PAYLOAD + "\"");
        }
        boolean strip = toldHost && payload instanceof JsonObject;
        return EventTypes.read(
                text(json, TYPE), nodeId, strip ? ((JsonObject) payload).without(CAUSATION_HOST_ID) : payload);
    }

    /// What is written in two places says the same in both, or one of them is damaged.
    private static void expectSame(String name, @Nullable String one, @Nullable String other) {
        if (!Objects.equals(one, other)) {
            throw new IllegalArgumentException("it says \"%s\" twice: %s and %s".formatted(name, one, other));
        }
    }

    private static String text(JsonObject json, String name) {
        return json.string(name).orElseThrow(() -> new IllegalArgumentException("it has no \"" + name + "\""));
    }

    private static @Nullable String optionalText(JsonObject json, String name) {
        return json.has(name) ? text(json, name) : null;
    }
}
