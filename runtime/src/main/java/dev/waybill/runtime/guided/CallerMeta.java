package dev.waybill.runtime.guided;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.RunId;
import dev.waybill.runtime.GuidedStart;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What is adopted from a request's `_meta`.
final class CallerMeta {

    static final String TRACEPARENT = "traceparent";
    static final String PARENT = "dev.waybill/parent";

    private CallerMeta() {}

    /// The caller's chain of evidence: from `_meta`, and what that leaves open from the context.
    static EvidenceEnvelope envelope(JsonObject meta, JsonObject context) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        meta.string("dev.waybill/correlation_id")
                .ifPresent(id -> members.put(EvidenceEnvelope.CORRELATION_ID, new JsonString(id)));
        members.putAll(EvidenceEnvelope.of(meta).members().members());
        EvidenceEnvelope.of(context).members().members().forEach(members::putIfAbsent);
        return new EvidenceEnvelope(new JsonObject(members));
    }

    /// What is recorded with the start.
    static JsonObject recorded(JsonObject meta) {
        return JsonObject.builder()
                .putIfPresent(
                        TRACEPARENT,
                        meta.string(TRACEPARENT).map(JsonString::new).orElse(null))
                .build();
    }

    /// The step inside which a run is started: from the field of the call, or from `_meta`.
    static Optional<GuidedStart.Parent> parent(JsonObject field, JsonObject meta) {
        JsonObject parent = field.isEmpty() ? meta.object(PARENT).orElse(JsonObject.EMPTY) : field;
        if (parent.isEmpty()) {
            return Optional.empty();
        }
        String run = parent.string("runId").orElseThrow(() -> wrong("runId"));
        String step = parent.string("stepId").orElseThrow(() -> wrong("stepId"));
        try {
            return Optional.of(new GuidedStart.Parent(new RunId(run), step));
        } catch (IllegalArgumentException _) {
            throw wrong("runId");
        }
    }

    private static GuidedRefusal wrong(String name) {
        return new GuidedRefusal(
                GuidedCode.INVALID_ARGUMENT,
                "a parent is an object with runId (from session.runId) and stepId (from pending.stepId); look at "
                        + name,
                "correct it, or leave parent out",
                JsonObject.builder().put("field", "/parent/" + name).build());
    }
}
