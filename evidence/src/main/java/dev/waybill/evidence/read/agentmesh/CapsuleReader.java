package dev.waybill.evidence.read.agentmesh;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.read.ContentDraft;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.JsonFile;
import dev.waybill.evidence.read.Members;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import java.io.IOException;
import java.util.List;

/// A capsule, `bundles/cap_….json`: what an agent handed over, with nothing to check it by. The board's row of the same
/// capsule says less, and is another record.
public final class CapsuleReader implements EvidenceReader {

    private static final RecordFormat BUNDLE = new RecordFormat("agentmesh/bundle", CapsuleReader::content);

    @Override
    public List<RecordFormat> formats() {
        return List.of(BUNDLE);
    }

    @Override
    public boolean recognises(SourceFile file) {
        return !file.isDirectory()
                && file.name().startsWith("cap_")
                && file.name().endsWith(".json")
                && file.mentions("capsule_id");
    }

    @Override
    public void read(SourceFile file, RecordSink sink) throws IOException {
        JsonFile.read(file.path(), file.place(0), sink)
                .ifPresent(found -> found.give(BUNDLE, file.place(0), Integrity.UNSIGNED, sink));
    }

    private static RecordContent content(JsonObject capsule, EvidenceEnvelope envelope) {
        String id = Members.required(capsule, "capsule_id");
        return new ContentDraft(new QualifiedId(Repo.AGENTMESH, id + "/bundle"), "BUNDLE", envelope)
                .at(Members.text(capsule, "created_at"))
                .about(capsule)
                .links(capsule, "capsule_id")
                .links(Members.object(capsule, "git"), "sha")
                .fact(Fact.TITLE, Members.text(capsule, "task_desc"))
                .fact(Fact.COMMIT, Members.text(Members.object(capsule, "git"), "sha"))
                .fact("capsule", Members.text(capsule, "capsule_id"))
                .done();
    }
}
