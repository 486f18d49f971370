package dev.waybill.evidence.read.agentmesh;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.read.ContentDraft;
import dev.waybill.evidence.read.HashChain.Link;
import dev.waybill.evidence.read.Members;
import java.util.List;

/// A row of `weave_events`. It has neither kind nor state: it belongs to a task when its trace is the task's id, and to
/// a commit when it names one; the two meet in the episode alone.
public final class WeaveRecord {

    public static final RecordFormat FORMAT = new RecordFormat("agentmesh/weave", WeaveRecord::content);

    static final String TYPE = "WEAVE_EVENT";

    private static final List<String> NOT_HASHED = List.of("event_hash", "sequence_id");
    private static final String SYMBOLS = "affected_symbols";

    private WeaveRecord() {}

    private static RecordContent content(JsonObject row, EvidenceEnvelope envelope) {
        String id = Members.required(row, "event_id");
        return new ContentDraft(QualifiedId.parse(id, Repo.AGENTMESH), TYPE, envelope)
                .at(Members.text(row, "created_at"))
                .about(Field.EPISODE, Members.text(row, "episode_id"))
                .about(Field.TASK, Members.text(row, "trace_id").filter(trace -> trace.startsWith("task_")))
                .about(Field.CONTEXT_HASH, Members.text(row, "context_hash"))
                .parent(Members.text(row, "parent_event_id"))
                .links(row, "trace_id", "capsule_id", "git_commit_sha")
                .fact(Fact.COMMIT, Members.text(row, "git_commit_sha"))
                .fact("capsule", Members.text(row, "capsule_id"))
                .fact("patch", Members.text(row, "git_patch_hash"))
                .done();
    }

    /// The row's place in the chain. Its number is not hashed, nor what AgentMesh has no column for, and its symbols
    /// are hashed as the list that they are.
    static Link link(JsonObject row) {
        JsonObject hashed = row.string(SYMBOLS)
                .flatMap(Members::json)
                .filter(JsonArray.class::isInstance)
                .map(symbols -> row.with(SYMBOLS, symbols))
                .orElse(row);
        for (String name : EvidenceEnvelope.of(row).members().names()) {
            hashed = hashed.without(name);
        }
        return Sha256Hash.link(hashed, NOT_HASHED, "sequence_id");
    }
}
