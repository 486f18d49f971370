package dev.waybill.evidence.read.ccio;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.read.ContentDraft;
import dev.waybill.evidence.read.Members;
import dev.waybill.evidence.read.assay.PackedRecord;
import java.util.List;
import java.util.Optional;

/// An episode of an export, with the values that its policy had: the one place where a policy's state at a time is
/// stated outright.
public final class EpisodeRecord {

    /// The envelope lies in here, by the protocol.
    static final String METADATA = "metadata";

    /// The values of the policy's levers, by lever.
    public static final String POLICY = "policy";

    private static final String NAME = "ccio/episode";

    public static final RecordFormat FORMAT = new RecordFormat(NAME, List.of("metadata", ""), EpisodeRecord::content);

    private EpisodeRecord() {}

    /// The episode that a record describes, as its export had it, whether it was found there or in a pack.
    public static Optional<JsonObject> described(EvidenceRecord record) {
        return record.format().name().equals(NAME)
                ? Optional.of(record.json())
                : PackedRecord.inside(record.json(), NAME);
    }

    private static RecordContent content(JsonObject episode, EvidenceEnvelope envelope) {
        String id = Members.required(episode, "episode_id");
        QualifiedId qualified = QualifiedId.parse(id, Repo.CCIO);
        return new ContentDraft(qualified, "EPISODE", envelope)
                .at(Members.first(episode, List.of("event_time", "timestamp", "started_at", "created_at")))
                .about(Field.EPISODE, Optional.of(qualified.id()))
                .about(Field.POLICY_VERSION, Members.text(episode, "policy_version"))
                .about(Field.AGENT, Members.text(episode, "agent_id"))
                .about(Field.TASK, Members.text(episode, "task_id"))
                .parent(Members.text(episode, "parent_episode_id"))
                .fact(POLICY, episode.get("policy"))
                .fact(Fact.OUTCOME, Members.text(episode, "outcome"))
                .fact(Fact.TITLE, Members.text(episode, "intent"))
                .fact("guardian_verdict", Members.text(episode, "guardian_verdict"))
                .fact("receipt_ids", episode.get("receipt_ids"))
                .done();
    }
}
