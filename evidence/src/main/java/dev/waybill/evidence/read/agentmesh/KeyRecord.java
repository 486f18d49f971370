package dev.waybill.evidence.read.agentmesh;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.UnreadableRecord;
import dev.waybill.evidence.read.ContentDraft;
import dev.waybill.evidence.read.Members;

/// A public key that a store knows: `{"key_id", "public_key"}`.
public final class KeyRecord implements RecordFormat {

    @Override
    public String name() {
        return "agentmesh/key";
    }

    @Override
    public Repo repo() {
        return Repo.AGENTMESH;
    }

    @Override
    public EvidenceEnvelope envelope(JsonObject record) {
        return EvidenceEnvelope.NONE;
    }

    @Override
    public RecordContent content(JsonObject key, EvidenceEnvelope envelope) {
        String id =
                Members.text(key, "key_id").orElseThrow(() -> new UnreadableRecord("expected a key_id, found none"));
        return new ContentDraft(new QualifiedId(repo(), id), "PUBLIC_KEY", EvidenceEnvelope.NONE)
                .fact(Fact.SIGNER, Members.text(key, "key_id"))
                .done();
    }
}
