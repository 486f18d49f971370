package dev.waybill.evidence.read;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.Repo;
import java.io.IOException;
import java.util.List;

/// The reader that docs/evidence.md shows: the log of a system that does not exist.
final class TallyReader implements EvidenceReader {

    private static final RecordFormat ENTRY = new RecordFormat("tally/entry", TallyReader::content);

    @Override
    public List<RecordFormat> formats() {
        return List.of(ENTRY);
    }

    @Override
    public boolean recognises(SourceFile file) {
        return !file.isDirectory() && file.name().equals("tally.jsonl") && file.mentions("tally_id");
    }

    @Override
    public void read(SourceFile file, RecordSink sink) throws IOException {
        JsonLineRecords.read(file, ENTRY, sink);
    }

    private static RecordContent content(JsonObject record, EvidenceEnvelope envelope) {
        String id = Members.required(record, "tally_id");
        return new ContentDraft(new QualifiedId(Repo.WAYBILL, id), "TALLY_ENTRY", envelope)
                .at(Members.text(record, "at"))
                .about(Field.TASK, Members.text(record, "job"))
                .parent(Members.text(record, "because_of"))
                .done();
    }
}
