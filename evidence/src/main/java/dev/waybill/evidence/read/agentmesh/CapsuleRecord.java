package dev.waybill.evidence.read.agentmesh;

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

/// A capsule with all that was in it. The board's row of the same capsule says less, and is another record.
public final class CapsuleRecord implements RecordFormat {

    @Override
    public String name() {
        return "agentmesh/bundle";
    }

    @Override
    public Repo repo() {
        return Repo.AGENTMESH;
    }

    @Override
    public EvidenceEnvelope envelope(JsonObject record) {
        return EvidenceEnvelope.of(record);
    }

    @Override
    public RecordContent content(JsonObject capsule, EvidenceEnvelope envelope) {
        String id = Members.text(capsule, "capsule_id")
                .orElseThrow(() -> new UnreadableRecord("expected a capsule_id, found none"));
        return new ContentDraft(new QualifiedId(repo(), id + "/bundle"), "BUNDLE", envelope)
                .at(Members.text(capsule, "created_at"))
                .about(Field.EPISODE, Members.text(capsule, "episode_id"))
                .about(Field.AGENT, Members.text(capsule, "agent_id"))
                .fact(Fact.TITLE, Members.text(capsule, "task_desc"))
                .fact(Fact.COMMIT, Members.text(Members.object(capsule, "git"), "sha"))
                .fact("capsule", Members.text(capsule, "capsule_id"))
                .done();
    }
}
