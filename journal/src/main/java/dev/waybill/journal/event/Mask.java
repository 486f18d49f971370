package dev.waybill.journal.event;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Hides values of a fact from everybody who reads the wire, and gives them back to the run that needs them.
///
/// The values stand in the event's hidden part, by their place in the payload: a log folds completely, and whoever
/// shows a fact without thinking shows nothing that he should not.
public final class Mask {

    /// In the hidden part of an event: what is masked, by pointers into the payload.
    public static final String MEMBER = "sensitive";

    /// What stands in the place of a masked value, as OpenWOP has it.
    public static final JsonValue REDACTED = new JsonString("[REDACTED]");

    private Mask() {}

    /// The values at some places of a fact.
    public static JsonObject parts(RunEvent fact, List<String> pointers) {
        if (pointers.isEmpty()) {
            return JsonObject.EMPTY;
        }
        JsonValue payload = fact.payload();
        Map<String, JsonValue> parts = new LinkedHashMap<>();
        for (String pointer : pointers) {
            JsonPointer.find(payload, pointer).ifPresent(value -> parts.put(pointer, value));
        }
        return new JsonObject(parts);
    }

    /// The fact without these values.
    public static RunEvent over(RunEvent fact, JsonObject parts) {
        Map<String, JsonValue> masked = new LinkedHashMap<>();
        parts.members().keySet().forEach(pointer -> masked.put(pointer, REDACTED));
        return replaced(fact, masked);
    }

    /// The fact with these values.
    public static RunEvent lifted(RunEvent fact, JsonObject parts) {
        return replaced(fact, parts.members());
    }

    private static RunEvent replaced(RunEvent fact, Map<String, JsonValue> values) {
        if (values.isEmpty()) {
            return fact;
        }
        JsonValue payload = fact.payload();
        for (Map.Entry<String, JsonValue> value : values.entrySet()) {
            String[] names = value.getKey().substring(1).split("/", -1);
            payload = replaced(payload, names, 0, value.getValue());
        }
        return EventTypes.read(fact.type(), fact.nodeId(), payload);
    }

    private static JsonValue replaced(JsonValue in, String[] names, int depth, JsonValue value) {
        if (depth == names.length) {
            return value;
        }
        String name = names[depth].replace("~1", "/").replace("~0", "~");
        JsonValue member = in instanceof JsonObject object ? object.get(name) : null;
        if (!(in instanceof JsonObject object) || member == null) {
            throw new IllegalArgumentException("there is no \"" + name + "\" to mask");
        }
        return object.with(name, replaced(member, names, depth + 1, value));
    }
}
