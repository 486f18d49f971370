package dev.waybill.evidence;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;

/// How one kind of record is to be understood. Pure: the same JSON always gives the same content.
public interface RecordFormat {

    /// A stable name, `agentmesh/event`; an index remembers it.
    String name();

    /// The system whose ids a bare id in such a record means.
    Repo repo();

    /// The record's `_ewp_*` members, from where this format keeps them.
    EvidenceEnvelope envelope(JsonObject record);

    /// @param envelope that of the record: whoever reads records has it already
    /// @throws UnreadableRecord when the JSON is no such record
    RecordContent content(JsonObject record, EvidenceEnvelope envelope);

    default RecordContent content(JsonObject record) {
        return content(record, envelope(record));
    }
}
