package dev.waybill.evidence.read.cloudevents;

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
import java.util.Arrays;
import java.util.Optional;

/// A CloudEvent of anybody. What it is about stands in the extensions that CloudEvents has for it, and its envelope
/// beside them or in its data.
public final class CloudEventRecord implements RecordFormat {

    private static final String OURS = "urn:evidence:";

    @Override
    public String name() {
        return "cloudevents/event";
    }

    @Override
    public Repo repo() {
        return Repo.WAYBILL;
    }

    @Override
    public EvidenceEnvelope envelope(JsonObject record) {
        EvidenceEnvelope root = EvidenceEnvelope.of(record);
        return root.isEmpty() ? EvidenceEnvelope.of(Members.object(record, "data")) : root;
    }

    @Override
    public RecordContent content(JsonObject record, EvidenceEnvelope envelope) {
        String id = Members.text(record, "id").orElseThrow(() -> missing("id"));
        String type = Members.text(record, "type").orElseThrow(() -> missing("type"));
        JsonObject data = Members.object(record, "data");
        ContentDraft draft = new ContentDraft(QualifiedId.parse(id, home(record, envelope)), type, envelope)
                .at(Members.text(record, "time"))
                .about(Field.CORRELATION, Members.text(record, "correlationid"))
                .about(Field.TASK, Members.text(data, "task_id"))
                .about(Field.AGENT, Members.text(data, "agent_id"))
                .fact(Fact.OUTCOME, Members.text(data, "status"));
        Optional<String> parents = Members.text(record, "parentids").or(() -> Members.text(record, "causationid"));
        parents.stream()
                .flatMap(ids -> Arrays.stream(ids.split(" ")))
                .filter(parent -> !parent.isEmpty())
                .forEach(parent -> draft.parent(Optional.of(parent)));
        return draft.done();
    }

    private Repo home(JsonObject record, EvidenceEnvelope envelope) {
        return Members.home(envelope)
                .or(() -> Members.text(record, "source")
                        .filter(source -> source.startsWith(OURS))
                        .flatMap(source -> Repo.of(source.substring(OURS.length()))))
                .orElse(repo());
    }

    private static UnreadableRecord missing(String name) {
        return new UnreadableRecord("expected a CloudEvent with " + name + ", found none");
    }
}
