package dev.waybill.evidence;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;

/// One fact that some system recorded.
///
/// @param json the whole record as it was found, unknown members and number spellings included
public record EvidenceRecord(
        RecordFormat format, JsonObject json, RecordContent content, Place place, Integrity integrity) {

    /// Its `_ewp_*` members, wherever the format keeps them.
    public EvidenceEnvelope envelope() {
        return format.envelope(json);
    }

    public QualifiedId id() {
        return content.id();
    }

    public String type() {
        return content.type();
    }
}
