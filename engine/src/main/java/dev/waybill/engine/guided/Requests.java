package dev.waybill.engine.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;

/// Parts of requests as examples show them.
final class Requests {

    private Requests() {}

    static JsonObject withContext(String variable, JsonValue value) {
        return around("context", around(variable, value));
    }

    static JsonObject withNotes(String notes) {
        return around("output", around(Payload.NOTES, new JsonString(notes)));
    }

    static JsonObject withArtifact(JsonValue artifact) {
        return around("output", around(Payload.ARTIFACTS, JsonArray.of(artifact)));
    }

    private static JsonObject around(String name, JsonValue value) {
        return JsonObject.of(name, value);
    }
}
