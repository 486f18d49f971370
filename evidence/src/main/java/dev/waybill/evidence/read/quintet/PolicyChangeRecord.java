package dev.waybill.evidence.read.quintet;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.UnreadableRecord;
import dev.waybill.evidence.read.ContentDraft;
import dev.waybill.evidence.read.Members;

/// A receipt of an experiment with a policy's lever, promoted or not. Its parent is named by hash.
public final class PolicyChangeRecord implements RecordFormat {

    static final String TYPE = "POLICY_CHANGE";

    @Override
    public String name() {
        return "quintet/policy-change";
    }

    @Override
    public Repo repo() {
        return Repo.QUINTET;
    }

    @Override
    public EvidenceEnvelope envelope(JsonObject record) {
        return EvidenceEnvelope.of(record);
    }

    @Override
    public RecordContent content(JsonObject receipt, EvidenceEnvelope envelope) {
        String id = Members.text(receipt, "receipt_id")
                .orElseThrow(() -> new UnreadableRecord("expected a receipt_id, found none"));
        JsonObject experiment = Members.object(receipt, "experiment");
        JsonObject intervention = Members.object(experiment, "intervention");
        return new ContentDraft(QualifiedId.parse(id, repo()), TYPE, envelope)
                .at(Members.text(receipt, "timestamp"))
                .about(Field.AGENT, Members.text(intervention, "triggered_by"))
                .alias(Members.text(receipt, "receipt_hash"))
                .parent(Members.text(receipt, "parent_hash"))
                .fact(Fact.LEVER, Members.text(intervention, "parameter_name"))
                .fact(Fact.OLD_VALUE, intervention.get("old_value"))
                .fact(Fact.NEW_VALUE, intervention.get("new_value"))
                .fact(
                        Fact.OUTCOME,
                        Members.text(Members.object(experiment, "causal_summary"), "promotion_recommendation"))
                .fact(Fact.TITLE, Members.text(experiment, "name"))
                .fact("promoted", receipt.get("promoted"))
                .done();
    }
}
