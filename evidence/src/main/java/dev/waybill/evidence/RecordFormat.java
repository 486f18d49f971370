package dev.waybill.evidence;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import java.util.List;
import java.util.function.Function;

/// How one kind of record is to be understood. Pure: the same JSON always gives the same content.
///
/// @param name a stable name, `agentmesh/event`; an index remembers it
/// @param envelopes finds a record's `_ewp_*` members, wherever this format keeps them
/// @param contents says what a record says
public record RecordFormat(String name, Function<JsonObject, EvidenceEnvelope> envelopes, Contents contents) {

    /// Derives what a record says.
    @FunctionalInterface
    public interface Contents {
        /// @param envelope that of the record: whoever reads records has it already
        /// @throws UnreadableRecord when the JSON is no such record
        RecordContent of(JsonObject record, EvidenceEnvelope envelope);
    }

    /// A format that keeps the envelope at the root, beside everything else.
    public RecordFormat(String name, Contents contents) {
        this(name, EvidenceEnvelope::of, contents);
    }

    /// A format that keeps the envelope in one of several places.
    ///
    /// @param places members of the record in the order in which they are asked; an empty name is the record itself
    public RecordFormat(String name, List<String> places, Contents contents) {
        this(
                name,
                record -> places.stream()
                        .map(place ->
                                place.isEmpty() ? record : record.object(place).orElse(JsonObject.EMPTY))
                        .map(EvidenceEnvelope::of)
                        .filter(envelope -> !envelope.isEmpty())
                        .findFirst()
                        .orElse(EvidenceEnvelope.NONE),
                contents);
    }

    public EvidenceEnvelope envelope(JsonObject record) {
        return envelopes.apply(record);
    }

    public RecordContent content(JsonObject record, EvidenceEnvelope envelope) {
        return contents.of(record, envelope);
    }

    public RecordContent content(JsonObject record) {
        return content(record, envelope(record));
    }
}
