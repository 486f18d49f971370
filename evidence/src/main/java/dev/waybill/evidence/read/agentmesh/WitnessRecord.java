package dev.waybill.evidence.read.agentmesh;

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

/// What a signer said about a commit, called by its hash.
public final class WitnessRecord implements RecordFormat {

    @Override
    public String name() {
        return "agentmesh/witness";
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
    public RecordContent content(JsonObject witness, EvidenceEnvelope envelope) {
        return new ContentDraft(new QualifiedId(repo(), Sha256Hash.of(witness)), "WITNESS", envelope)
                .at(Members.text(witness, "timestamp"))
                .about(Field.EPISODE, Members.text(witness, "episode_id"))
                .about(Field.AGENT, Members.text(witness, "agent_id"))
                .fact(Fact.SIGNER, Members.text(Members.object(witness, "signer"), "key_id"))
                .fact("patch", Members.text(witness, "patch_hash_verbatim"))
                .done();
    }
}
