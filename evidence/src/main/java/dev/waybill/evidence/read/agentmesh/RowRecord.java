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
import dev.waybill.evidence.read.SourceFile;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A row of one of the board's tables that say what there is: it has an id, a time, and nothing to check it by.
final class RowRecord {

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
    private final RecordFormat format;

    /// @param marks columns that only rows of this table have together with the id
    private RowRecord(String type, String idColumn, String timeColumn, String parentColumn, String... marks) {
        this.type = type;
        this.idColumn = idColumn;
        this.timeColumn = timeColumn;
        this.parentColumn = parentColumn;
        this.marks = List.of(marks);
        format = new RecordFormat("agentmesh/" + type.toLowerCase(Locale.ROOT), RowRecord::envelope, this::content);
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

    RecordFormat format() {
        return format;
    }

    /// A task's envelope lies in its `meta`, which is JSON in a text.
    private static EvidenceEnvelope envelope(JsonObject row) {
        return meta(row)
                .map(EvidenceEnvelope::of)
                .filter(found -> !found.isEmpty())
                .orElseGet(() -> EvidenceEnvelope.of(row));
    }

    private static Optional<JsonObject> meta(JsonObject row) {
        return row.object("meta")
                .or(() -> row.string("meta").flatMap(Members::json).flatMap(meta -> meta.asObject()));
    }

    private RecordContent content(JsonObject row, EvidenceEnvelope envelope) {
        String id = Members.required(row, idColumn);
        ContentDraft draft = new ContentDraft(QualifiedId.parse(id, Repo.AGENTMESH), type, envelope);
        meta(row)
                .flatMap(meta -> meta.array("depends_on"))
                .ifPresent(tasks -> tasks.forEach(task -> draft.link(task.asString())));
        return draft.links(row, "attempt_id", "task_id", "episode_id")
                .link(commit(row))
                .at(Members.text(row, timeColumn))
                .about(row)
                .about(Field.AGENT, Members.text(row, "assigned_agent_id"))
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
