package dev.waybill.engine.carry;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.journal.RemoteRun;
import dev.waybill.receipt.TraceContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What travels beside work from host to host, in the three places that protocols have for it: HTTP headers, the
/// `_meta` of MCP, the metadata of an A2A message. All three hold the same, and are read and written only here.
///
/// @param parent the run that the work comes from; null when the other side does not say
/// @param traceparent the trace that the work belongs to, as W3C spells it
/// @param correlationId of the evidence envelope
public record Carried(
        @Nullable RemoteRun parent,
        @Nullable String traceparent,
        @Nullable String correlationId) {

    public static final Carried NOTHING = new Carried(null, null, null);

    /// The member of `_meta` or metadata that names the run from which work comes.
    public static final String PARENT = "dev.waybill/parent";

    /// The member of a result that names the run in which the work was done.
    public static final String RUN = "dev.waybill/run";

    /// The HTTP header with the same as [#PARENT].
    public static final String PARENT_HEADER = "Waybill-Parent";

    public static final String TRACEPARENT = "traceparent";

    private static final String CORRELATION_HEADER = "X-Correlation-Id";
    private static final String OPENWOP = "openwop";
    private static final int LONGEST_HEADER = 4_096;

    /// A trace that W3C would not recognise is none: nobody is refused work for it.
    public Carried {
        if (traceparent != null && TraceContext.ofTraceparent(traceparent).isEmpty()) {
            traceparent = null;
        }
        if (correlationId != null && correlationId.isBlank()) {
            correlationId = null;
        }
    }

    /// @param header finds a header's value by its name
    /// @throws IllegalArgumentException when the parent is told in a way that nobody could follow
    public static Carried ofHeaders(Function<String, Optional<String>> header) {
        String parent = header.apply(PARENT_HEADER).orElse(null);
        return new Carried(
                parent == null ? null : remote(parsed(parent)),
                header.apply(TRACEPARENT).orElse(null),
                header.apply(CORRELATION_HEADER).orElse(null));
    }

    private static JsonValue parsed(String header) {
        if (header.length() > LONGEST_HEADER) {
            throw new IllegalArgumentException(
                    "expected " + PARENT_HEADER + " to have at most " + LONGEST_HEADER + " characters");
        }
        try {
            return JsonReader.read(header, JsonLimits.RECEIPT);
        } catch (JsonException e) {
            throw new IllegalArgumentException("expected " + PARENT_HEADER + " to be a JSON object", e);
        }
    }

    /// @param meta the `_meta` of an MCP request
    /// @throws IllegalArgumentException when the parent is told in a way that nobody could follow
    public static Carried ofMcp(JsonObject meta) {
        return of(meta, meta.string(TRACEPARENT).orElse(null));
    }

    /// @param metadata of an A2A message; OpenWOP keeps the trace in its member `openwop`
    /// @throws IllegalArgumentException when the parent is told in a way that nobody could follow
    public static Carried ofA2a(JsonObject metadata) {
        return of(
                metadata,
                metadata.object(OPENWOP)
                        .flatMap(openwop -> openwop.string(TRACEPARENT))
                        .or(() -> metadata.string(TRACEPARENT))
                        .orElse(null));
    }

    private static Carried of(JsonObject meta, @Nullable String trace) {
        JsonValue parent = meta.get(PARENT);
        return new Carried(
                parent == null ? null : remote(parent),
                trace,
                meta.string(EvidenceEnvelope.CORRELATION_ID).orElse(null));
    }

    private static RemoteRun remote(JsonValue json) {
        try {
            return RemoteRun.of(json);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the run that the work comes from: " + e.getMessage(), e);
        }
    }

    /// This, and what it leaves open from another place of the same request.
    public Carried or(Carried other) {
        return new Carried(
                parent == null ? other.parent : parent,
                traceparent == null ? other.traceparent : traceparent,
                correlationId == null ? other.correlationId : correlationId);
    }

    public Map<String, String> toHeaders() {
        Map<String, String> headers = new LinkedHashMap<>();
        if (parent != null) {
            headers.put(PARENT_HEADER, JsonWriter.compact(parent.toJson()));
        }
        if (traceparent != null) {
            headers.put(TRACEPARENT, traceparent);
        }
        if (correlationId != null) {
            headers.put(CORRELATION_HEADER, correlationId);
        }
        return headers;
    }

    /// The same `_meta` with this in it.
    public JsonObject intoMcp(JsonObject meta) {
        JsonObject filled = into(meta);
        return traceparent == null ? filled : filled.with(TRACEPARENT, traceparent);
    }

    /// The same metadata with this in it.
    public JsonObject intoA2a(JsonObject metadata) {
        JsonObject filled = into(metadata);
        return traceparent == null
                ? filled
                : filled.with(
                        OPENWOP, filled.object(OPENWOP).orElse(JsonObject.EMPTY).with(TRACEPARENT, traceparent));
    }

    private JsonObject into(JsonObject meta) {
        JsonObject filled = parent == null ? meta : meta.with(PARENT, parent.toJson());
        return correlationId == null ? filled : filled.with(EvidenceEnvelope.CORRELATION_ID, correlationId);
    }

    /// What the caller of a run says about it, with the trace in it.
    public JsonObject intoMetadata(JsonObject metadata) {
        return traceparent == null ? metadata : metadata.with(TRACEPARENT, traceparent);
    }

    /// The caller's envelope with the correlation id in it, unless the caller's own names one.
    public EvidenceEnvelope into(EvidenceEnvelope envelope) {
        return correlationId == null
                        || envelope.text(EvidenceEnvelope.CORRELATION_ID).isPresent()
                ? envelope
                : envelope.with(EvidenceEnvelope.CORRELATION_ID, correlationId);
    }
}
