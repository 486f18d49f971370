package dev.waybill.runtime.guided;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.attest.CallerTrace;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RemoteRun;
import dev.waybill.journal.RunId;
import dev.waybill.receipt.TraceContext;
import dev.waybill.runtime.GuidedStart;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What is adopted from a request's `_meta`.
public final class ClientMeta {

    public static final String TRACEPARENT = CallerTrace.TRACEPARENT;

    /// The name of the caller's chain of evidence, unless it brings `_ewp_correlation_id`.
    public static final String CORRELATION_ID = "dev.waybill/correlation_id";

    static final String PARENT = "dev.waybill/parent";

    private ClientMeta() {}

    /// The caller's chain of evidence: from `_meta`, and what that leaves open from the context.
    static EvidenceEnvelope envelope(JsonObject meta, JsonObject context) {
        Map<String, JsonValue> members = new LinkedHashMap<>(told(meta));
        named(meta, CORRELATION_ID)
                .ifPresent(id -> members.putIfAbsent(EvidenceEnvelope.CORRELATION_ID, new JsonString(id)));
        told(context).forEach(members::putIfAbsent);
        return new EvidenceEnvelope(new JsonObject(members));
    }

    /// An empty text is what some writers leave where they know nothing.
    private static Map<String, JsonValue> told(JsonObject source) {
        Map<String, JsonValue> members =
                new LinkedHashMap<>(EvidenceEnvelope.of(source).members().members());
        members.values()
                .removeIf(value ->
                        value instanceof JsonString text && text.value().isBlank());
        return members;
    }

    private static Optional<String> named(JsonObject meta, String name) {
        return meta.string(name).filter(id -> !id.isBlank());
    }

    /// A traceparent that is none says nothing, as W3C Trace Context has it.
    static Optional<String> traceparent(JsonObject meta) {
        return meta.string(TRACEPARENT)
                .filter(text -> TraceContext.ofTraceparent(text).isPresent());
    }

    /// @param own what the request itself says
    static JsonObject merged(JsonObject around, JsonObject own) {
        JsonObject merged = around;
        for (var member : own.members().entrySet()) {
            if (!member.getKey().equals(TRACEPARENT) || traceparent(own).isPresent()) {
                merged = merged.with(member.getKey(), member.getValue());
            }
        }
        return merged;
    }

    /// What is recorded with the start.
    static JsonObject recorded(JsonObject meta) {
        return JsonObject.EMPTY.withIfPresent(
                TRACEPARENT, traceparent(meta).map(JsonString::new).orElse(null));
    }

    /// The step inside which a run is started: from the field of the call, or from `_meta`.
    static Optional<GuidedStart.Parent> parent(JsonObject field, JsonObject meta) {
        JsonObject parent = field.isEmpty() ? meta.object(PARENT).orElse(JsonObject.EMPTY) : field;
        if (parent.isEmpty() || isElsewhere(parent)) {
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

    /// The run on another host whose step calls us. It is that host's word; a step of our own is named by `stepId`.
    ///
    /// @throws GuidedRefusal when it is told in a way that nobody could follow
    static Optional<Origin.Remote> remote(JsonObject meta) {
        JsonObject parent = meta.object(PARENT).orElse(JsonObject.EMPTY);
        if (!isElsewhere(parent)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Origin.Remote(RemoteRun.of(parent), Origin.Remote.Cause.MCP_TOOL_CALL));
        } catch (IllegalArgumentException e) {
            throw new GuidedRefusal(
                    GuidedCode.INVALID_ARGUMENT,
                    "_meta.%s does not name a run on another host: %s".formatted(PARENT, e.getMessage()),
                    "fix it, or leave it out",
                    JsonObject.of("field", "/_meta/" + PARENT));
        }
    }

    private static boolean isElsewhere(JsonObject parent) {
        return parent.has("hostId");
    }

    private static GuidedRefusal wrong(String name) {
        return new GuidedRefusal(
                GuidedCode.INVALID_ARGUMENT,
                "a parent is an object with runId (from session.runId) and stepId (from pending.stepId); look at "
                        + name,
                "fix it, or leave parent out",
                JsonObject.of("field", "/parent/" + name));
    }
}
