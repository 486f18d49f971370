package dev.waybill.evidence.read.ccio;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.UnreadableRecord;
import dev.waybill.evidence.read.Ccoi;
import dev.waybill.evidence.read.ContentDraft;
import dev.waybill.evidence.read.Members;
import java.util.List;

/// A CCOI envelope that stands alone: a message from one organ to another. It has no id of its own.
public final class CcoiRecord {

    public static final RecordFormat FORMAT =
            new RecordFormat("ccio/ccoi", List.of("", "payload"), CcoiRecord::content);

    private CcoiRecord() {}

    private static RecordContent content(JsonObject record, EvidenceEnvelope envelope) {
        if (!Ccoi.isEnvelope(record)) {
            throw new UnreadableRecord("expected a ccoi_version, found none");
        }
        String id = Members.first(record, List.of("message_id", "envelope_id", "receipt_id", "id"))
                .orElseGet(() -> Members.derivedId("ccoi", record));
        JsonObject payload = Members.object(record, "payload");
        ContentDraft draft = new ContentDraft(QualifiedId.parse(id, home(record)), "CCOI_ENVELOPE", envelope)
                .at(Members.first(record, List.of("ts_sent", "timestamp")))
                .fact(Fact.OUTCOME, Members.first(payload, List.of("bridge_status", "verdict", "status")))
                .fact("primitive", Members.text(record, "primitive"))
                .fact("source_organ", Members.text(record, "source_organ"))
                .fact("target_organ", Members.text(record, "target_organ"));
        return Ccoi.about(record, draft).done();
    }

    private static Repo home(JsonObject record) {
        return switch (record.string("source_organ").orElse("")) {
            case "agentmesh" -> Repo.AGENTMESH;
            case "assay-toolkit", "assay-ledger", "assay" -> Repo.ASSAY;
            case "puppetlabs", "quintet" -> Repo.QUINTET;
            default -> Repo.CCIO;
        };
    }
}
