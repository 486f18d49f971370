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

/// The manifest of a meshpack.
public final class MeshpackRecord implements RecordFormat {

    @Override
    public String name() {
        return "agentmesh/meshpack";
    }

    @Override
    public Repo repo() {
        return Repo.AGENTMESH;
    }

    @Override
    public EvidenceEnvelope envelope(JsonObject manifest) {
        return EvidenceEnvelope.of(manifest);
    }

    @Override
    public RecordContent content(JsonObject manifest, EvidenceEnvelope envelope) {
        String episode = Members.text(manifest, "episode_id")
                .orElseThrow(() -> new UnreadableRecord("expected an episode_id, found none"));
        return new ContentDraft(new QualifiedId(repo(), episode + "/meshpack"), "MESHPACK", envelope)
                .at(Members.text(manifest, "exported_at"))
                .about(Field.EPISODE, Members.text(manifest, "episode_id"))
                .fact(Fact.TITLE, Members.text(manifest, "title"))
                .done();
    }
}
