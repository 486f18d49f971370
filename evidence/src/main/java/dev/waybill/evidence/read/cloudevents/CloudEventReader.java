package dev.waybill.evidence.read.cloudevents;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.read.ContentDraft;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.JsonLine;
import dev.waybill.evidence.read.JsonLineRecords;
import dev.waybill.evidence.read.Members;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.evidence.read.Understood;
import dev.waybill.evidence.read.waybill.WaybillEvent;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// CloudEvents, one a line. One that carries a record of a format that we know is that record again; of any other its
/// attributes are the record.
///
/// @param known the formats of all readers, by name
public record CloudEventReader(Supplier<Map<String, RecordFormat>> known) implements EvidenceReader {

    /// The extension in which an exported record's format is named.
    public static final String FORMAT = "evidenceformat";

    /// The extension that says what was wrong with an exported record at its source.
    public static final String BROKEN = "brokenatsource";

    private static final RecordFormat EVENT =
            new RecordFormat("cloudevents/event", List.of("", "data"), CloudEventReader::content);
    private static final String OURS = "urn:evidence:";
    private static final List<String> REQUIRED = List.of("specversion", "id", "source", "type");
    private static final List<String> RUN_EVENT = List.of("eventId", "runId", "sequence", "type", "timestamp");

    @Override
    public List<RecordFormat> formats() {
        return List.of(EVENT);
    }

    /// By its first line; a line that is longer than what is looked at begins with what only a CloudEvent has.
    @Override
    public boolean recognises(SourceFile file) {
        if (file.isDirectory() || !file.mentions("specversion")) {
            return false;
        }
        String head = file.headText();
        int end = head.indexOf('\n');
        return isEvent(Arrays.copyOf(file.head(), end < 0 ? head.length() : end))
                || (end < 0 && head.startsWith("{\"specversion\""));
    }

    private static boolean isEvent(byte[] line) {
        try {
            return JsonReader.readAnyNumbers(line, JsonLimits.DOCUMENT) instanceof JsonObject event
                    && REQUIRED.stream().allMatch(name -> event.string(name).isPresent());
        } catch (JsonException _) {
            return false;
        }
    }

    @Override
    public void read(SourceFile file, RecordSink sink) throws IOException {
        Map<String, RecordFormat> formats = known.get();
        JsonLineRecords.readAs(file, line -> understood(line, file, formats), sink);
    }

    private static Understood understood(JsonLine line, SourceFile file, Map<String, RecordFormat> formats) {
        Optional<JsonObject> data = line.json().object("data");
        Optional<RecordFormat> format = data.flatMap(record -> format(line.json(), record, formats));
        Understood understood = format.isEmpty()
                ? Understood.of(EVENT, line, file)
                : Understood.made(
                        format.get(), data.get(), JsonWriter.compactBytes(data.get()), file.place(line.number()));
        return understood.brokenAtItsSource(line.json().string(BROKEN));
    }

    private static Optional<RecordFormat> format(JsonObject event, JsonObject data, Map<String, RecordFormat> formats) {
        Optional<RecordFormat> named = event.string(FORMAT).flatMap(name -> Optional.ofNullable(formats.get(name)));
        return named.isPresent() || !RUN_EVENT.stream().allMatch(data::has) ? named : Optional.of(WaybillEvent.FORMAT);
    }

    private static RecordContent content(JsonObject record, EvidenceEnvelope envelope) {
        String id = Members.required(record, "id");
        String type = Members.required(record, "type");
        JsonObject data = Members.object(record, "data");
        ContentDraft draft = new ContentDraft(QualifiedId.parse(id, home(record, envelope)), type, envelope)
                .at(Members.text(record, "time"))
                .alias(step(id, data))
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

    /// Receipts name their parents by steps. That of a workflow's start has its step told once more, by its own event.
    private static Optional<String> step(String id, JsonObject data) {
        return Members.text(data, "receipt_ref").filter(id::equals).flatMap(_ -> Members.text(data, "step_id"));
    }

    private static Repo home(JsonObject record, EvidenceEnvelope envelope) {
        return Members.home(envelope)
                .or(() -> Members.text(record, "source")
                        .filter(source -> source.startsWith(OURS))
                        .flatMap(source -> Repo.of(source.substring(OURS.length()))))
                .orElse(Repo.WAYBILL);
    }
}
