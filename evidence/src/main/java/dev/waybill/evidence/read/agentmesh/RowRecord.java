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
import dev.waybill.evidence.read.SourceFile;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A row of one of the board's tables that say what there is: it has an id, a time, and nothing to check it by.
public final class RowRecord implements RecordFormat {

    static final RowRecord TASK =
            new RowRecord("TASK", "task_id", "created_at", "parent_task_id", "assigned_agent_id", "state");
    static final RowRecord ATTEMPT = new RowRecord("ATTEMPT", "attempt_id", "started_at", "", "attempt_number");
    static final RowRecord EPISODE =
            new RowRecord("EPISODE", "episode_id", "started_at", "parent_episode_id", "parent_episode_id");
    static final RowRecord SPAWN = new RowRecord("SPAWN", "spawn_id", "started_at", "", "worktree_path");
    static final RowRecord CAPSULE = new RowRecord("CAPSULE", "capsule_id", "created_at", "", "task_desc");

    static final List<RowRecord> ALL = List.of(TASK, ATTEMPT, EPISODE, SPAWN, CAPSULE);

    private final String type;
    private final String idColumn;
    private final String timeColumn;
    private final String parentColumn;
    private final List<String> marks;

    /// @param marks columns that only rows of this table have together with the id
    private RowRecord(String type, String idColumn, String timeColumn, String parentColumn, String... marks) {
        this.type = type;
        this.idColumn = idColumn;
        this.timeColumn = timeColumn;
        this.parentColumn = parentColumn;
        this.marks = List.of(marks);
    }

    /// The table's name: that of a row, more than once.
    String table() {
        return type.toLowerCase(Locale.ROOT) + "s";
    }

    String idColumn() {
        return idColumn;
    }

    /// The members that tell such a row from others.
    boolean marks(SourceFile file) {
        return file.mentions(idColumn, timeColumn) && marks.stream().allMatch(file::mentions);
    }

    @Override
    public String name() {
        return "agentmesh/" + type.toLowerCase(Locale.ROOT);
    }

    @Override
    public Repo repo() {
        return Repo.AGENTMESH;
    }

    /// A task's envelope lies in its `meta`, which is JSON in a text.
    @Override
    public EvidenceEnvelope envelope(JsonObject row) {
        return meta(row)
                .map(EvidenceEnvelope::of)
                .filter(found -> !found.isEmpty())
                .orElseGet(() -> EvidenceEnvelope.of(row));
    }

    private static Optional<JsonObject> meta(JsonObject row) {
        return row.object("meta")
                .or(() -> row.string("meta").flatMap(Rows::json).flatMap(meta -> meta.asObject()));
    }

    @Override
    public RecordContent content(JsonObject row, EvidenceEnvelope envelope) {
        String id = Members.text(row, idColumn)
                .orElseThrow(() -> new UnreadableRecord("expected " + idColumn + ", found none"));
        return new ContentDraft(QualifiedId.parse(id, repo()), type, envelope)
                .at(Members.text(row, timeColumn))
                .about(Field.TASK, Members.text(row, "task_id"))
                .about(Field.EPISODE, Members.text(row, "episode_id"))
                .about(Field.AGENT, Members.first(row, List.of("agent_id", "assigned_agent_id")))
                .about(Field.CONTEXT_HASH, Members.text(row, "context_hash"))
                .parent(Members.text(row, parentColumn))
                .fact(Fact.TITLE, Members.first(row, List.of("title", "task_desc")))
                .fact(Fact.OUTCOME, Members.first(row, List.of("outcome", "state")))
                .fact("ended_at", Members.text(row, "ended_at"))
                .fact("branch", Members.first(row, List.of("branch", "git_branch")))
                .fact(Fact.COMMIT, commit(row))
                .done();
    }

    private static Optional<String> commit(JsonObject row) {
        return Members.text(row, "git_sha").or(() -> Members.text(Members.object(row, "git"), "sha"));
    }
}
