package dev.waybill.evidence.write;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.read.cloudevents.CloudEventReader;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Records on their way out, one a line.
public final class RecordExport {

    private static final String TYPES = "dev.waybill.evidence.";

    private RecordExport() {}

    /// The record as it was found, byte for byte. Only a record that fills several lines is written anew, on one.
    public static byte[] line(byte[] raw) {
        for (byte b : raw) {
            if (b == '\n' || b == '\r') {
                return JsonWriter.compactBytes(JsonReader.readAnyNumbers(raw, JsonLimits.DOCUMENT));
            }
        }
        return raw.clone();
    }

    /// The record as a CloudEvent 1.0: correlation and direct parent go into the extension that CloudEvents has for
    /// them, the record itself goes along unchanged.
    public static JsonObject cloudEvent(EvidenceRecord record) {
        QualifiedId id = record.id();
        List<QualifiedId> parents = record.content().parents();
        RecordTime time = record.content().time();
        JsonObject.Builder event = JsonObject.builder()
                .put("specversion", "1.0")
                .put("id", id.id())
                .put("source", "urn:evidence:" + id.repo().wire())
                .put("type", TYPES + record.type().toLowerCase(Locale.ROOT));
        // Without a zone it is no time of RFC 3339, and none is guessed.
        event.putIfPresent("time", time != null && time.zoned() ? time.at().toString() : null);
        event.putIfPresent(
                "subject", record.content().identity().value(Field.TASK).orElse(null));
        event.putIfPresent(
                "correlationid",
                record.content().identity().value(Field.CORRELATION).orElse(null));
        if (!parents.isEmpty()) {
            event.put("causationid", parents.getFirst().toString());
        }
        if (parents.size() > 1) {
            event.put("parentids", parents.stream().map(QualifiedId::toString).collect(Collectors.joining(" ")));
        }
        event.putIfPresent(
                CloudEventReader.BROKEN,
                record.integrity().isBroken() ? record.integrity().detail() : null);
        return event.put(CloudEventReader.FORMAT, record.format().name())
                .put("datacontenttype", "application/json")
                .put("data", record.json())
                .build();
    }
}
