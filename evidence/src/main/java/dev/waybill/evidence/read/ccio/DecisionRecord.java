package dev.waybill.evidence.read.ccio;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.read.ContentDraft;
import dev.waybill.evidence.read.Members;
import java.util.List;

/// A decision receipt: who decided what under which policy, and which earlier decision it follows or replaces.
public final class DecisionRecord {

    public static final RecordFormat FORMAT =
            new RecordFormat("ccio/decision", List.of("", "metadata"), DecisionRecord::content);

    private DecisionRecord() {}

    public static boolean isDecision(JsonObject json) {
        return json.string("receipt_type")
                        .filter(type -> type.startsWith("decision"))
                        .isPresent()
                && json.has("decision_type");
    }

    private static RecordContent content(JsonObject receipt, EvidenceEnvelope envelope) {
        String id = Members.required(receipt, "receipt_id");
        String type = Members.text(receipt, "receipt_type").orElse("decision");
        return new ContentDraft(QualifiedId.parse(id, Repo.CCIO), type, envelope)
                .at(Members.text(receipt, "timestamp"))
                .about(Field.EPISODE, Members.text(receipt, "episode_id"))
                .about(Field.AGENT, Members.text(receipt, "authority_id"))
                .about(Field.POLICY_VERSION, Members.first(receipt, List.of("policy_hash", "policy_version")))
                .alias(Members.text(receipt, "ceid"))
                .parent(Members.text(receipt, "parent_receipt_id"))
                .parent(Members.text(receipt, "supersedes"))
                .fact(Fact.OUTCOME, Members.text(receipt, "verdict"))
                .fact(Fact.TITLE, Members.text(receipt, "decision_subject"))
                .fact("supersedes", Members.text(receipt, "supersedes"))
                .fact("decision_type", Members.text(receipt, "decision_type"))
                .fact("policy_id", Members.text(receipt, "policy_id"))
                .fact("policy_version", Members.text(receipt, "policy_version"))
                .fact("source_organ", Members.text(receipt, "source_organ"))
                .done();
    }
}
