package dev.waybill.runtime;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.RunEnvelope;
import java.util.LinkedHashMap;
import java.util.Map;

/// What a host puts into the evidence envelope.
///
/// @param issue whether records carry one at all
/// @param inherited what the host itself was started with: a call that brings its own goes before. Its policy version
///     is on everything that the host emits; the rest is what new runs carry
public record EnvelopePolicy(boolean issue, EvidenceEnvelope inherited) {

    public static final EnvelopePolicy DEFAULT = new EnvelopePolicy(true, EvidenceEnvelope.NONE);

    /// What a call brought, and what it left open from the host.
    EvidenceEnvelope of(EvidenceEnvelope call) {
        Map<String, JsonValue> members = new LinkedHashMap<>(call.members().members());
        inherited.members().members().forEach(members::putIfAbsent);
        return new EvidenceEnvelope(new JsonObject(members));
    }

    JsonObject into(JsonObject options, EvidenceEnvelope call) {
        return issue ? RunEnvelope.adopt(options, of(call)) : RunEnvelope.without(options);
    }

    /// The caller's, else the one of the run inside which it happens, else its own: an id is made at a true root only.
    String correlation(EvidenceEnvelope call, String otherwise) {
        return of(call).text(EvidenceEnvelope.CORRELATION_ID)
                .filter(id -> !id.isBlank())
                .orElse(otherwise);
    }
}
