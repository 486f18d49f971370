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
import dev.waybill.evidence.read.Ccoi;
import dev.waybill.evidence.read.ContentDraft;
import dev.waybill.evidence.read.Members;
import java.util.List;
import java.util.Locale;

/// One file of a canary bundle, with the episode that only the bundle as a whole names:
/// `{"episode_id", "artifact", "content"}`.
public final class CanaryRecord implements RecordFormat {

    private static final List<String> TIMES =
            List.of("merged_at", "collected_at", "created_at", "started_at", "timestamp");
    private static final List<String> OUTCOMES =
            List.of("bridge_status", "trust_decision", "status", "integrity", "verdict", "decision", "result");

    @Override
    public String name() {
        return "agentmesh/canary";
    }

    @Override
    public Repo repo() {
        return Repo.AGENTMESH;
    }

    @Override
    public EvidenceEnvelope envelope(JsonObject record) {
        return EvidenceEnvelope.of(Members.object(record, "content"));
    }

    @Override
    public RecordContent content(JsonObject record, EvidenceEnvelope envelope) {
        String episode = Members.text(record, "episode_id")
                .orElseThrow(() -> new UnreadableRecord("expected an episode_id, found none"));
        String artifact = Members.text(record, "artifact")
                .orElseThrow(() -> new UnreadableRecord("expected an artifact, found none"));
        JsonObject content = Members.object(record, "content");
        String type = "CANARY_" + artifact.toUpperCase(Locale.ROOT);
        ContentDraft draft = new ContentDraft(new QualifiedId(repo(), episode + "/" + artifact), type, envelope)
                .at(Members.first(content, TIMES))
                .about(Field.EPISODE, Members.text(content, "episode_id"))
                .about(Field.EPISODE, Members.text(record, "episode_id"))
                .about(Field.TASK, Members.text(content, "task_id"))
                .about(Field.CORRELATION, Members.text(content, "correlation_id"))
                .fact(Fact.TITLE, Members.text(content, "title"))
                .fact(Fact.COMMIT, Members.first(content, List.of("merged_sha", "commit_sha")))
                .fact(Fact.SIGNER, Members.text(content, "signer_id"))
                .fact(Fact.OUTCOME, Members.first(content, OUTCOMES));
        content.object("ccoi_envelope").ifPresent(ccoi -> Ccoi.about(ccoi, draft));
        return draft.done();
    }
}
