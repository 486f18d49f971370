package dev.waybill.evidence.read.assay;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.Basis;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.Identity;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.UnreadableRecord;
import dev.waybill.evidence.read.Understood;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Another system's record inside a receipt of Assay, as it was, beside what was understood of it.
///
/// Assay wants a receipt id, a type that it knows and a time, and leaves out some members of the root. What does not
/// fit goes in whole, one level deeper; who reads it back finds the same id, parents, identity and facts.
public final class PackedRecord {

    public static final String TYPE = "waybill.record/v0";

    private static final String RECORD_ID = "record_id";
    private static final String ALIASES = "record_aliases";
    private static final String RECORD_TYPE = "record_type";
    private static final String TIME = "record_time";
    private static final String IDENTITY = "record_identity";
    private static final String PARENTS = "record_parents";
    private static final String LINKS = "record_links";
    private static final String FACTS = "record_facts";
    private static final String FORMAT = "record_format";
    private static final String RECORD = "record";

    private PackedRecord() {}

    static boolean is(JsonObject receipt) {
        return receipt.string("type").filter(TYPE::equals).isPresent() && receipt.has(RECORD_ID);
    }

    /// The record that went in, if it went in whole and was of this format.
    public static Optional<JsonObject> inside(JsonObject receipt, String format) {
        return is(receipt) && receipt.string(FORMAT).filter(format::equals).isPresent()
                ? receipt.object(RECORD)
                : Optional.empty();
    }

    /// @param receiptId its name in the pack
    /// @param timestamp what Assay is told as its time
    /// @param integrity what could be checked at its source: a pack signs for what it holds, broken or not
    public static JsonObject receipt(
            String receiptId,
            String timestamp,
            String format,
            JsonObject record,
            RecordContent content,
            EvidenceEnvelope envelope,
            Integrity integrity) {
        RecordTime time = content.time();
        JsonObject.Builder receipt = JsonObject.builder()
                .put("receipt_id", receiptId)
                .put("type", TYPE)
                .put("timestamp", timestamp)
                .put(RECORD_ID, content.id().toString())
                .put(ALIASES, ids(content.aliases()))
                .put(RECORD_TYPE, content.type())
                .put(TIME, time == null ? JsonNull.NULL : new JsonString(time.text()))
                .put(IDENTITY, natives(content.identity()))
                .put(PARENTS, ids(content.parents()))
                .put(LINKS, ids(content.links()))
                .put(FACTS, content.facts())
                .put(FORMAT, format)
                .put(RECORD, record);
        envelope.members().members().forEach(receipt::put);
        receipt.putIfPresent(Understood.BROKEN_AT_SOURCE, integrity.isBroken() ? integrity.detail() : null);
        return receipt.build();
    }

    private static JsonArray ids(List<QualifiedId> ids) {
        return JsonArray.ofStrings(ids.stream().map(QualifiedId::toString).toList());
    }

    private static JsonObject natives(Identity identity) {
        JsonObject.Builder natives = JsonObject.builder();
        for (Field field : Field.values()) {
            identity.stated(field)
                    .filter(stated -> stated.basis() == Basis.NATIVE)
                    .ifPresent(stated -> natives.put(name(field), stated.value()));
        }
        return natives.build();
    }

    private static String name(Field field) {
        return field.name().toLowerCase(Locale.ROOT);
    }

    static RecordContent content(JsonObject receipt, EvidenceEnvelope envelope) {
        QualifiedId id = receipt.string(RECORD_ID)
                .filter(text -> !text.isEmpty())
                .map(text -> QualifiedId.parse(text, Repo.ASSAY))
                .orElseThrow(() -> new UnreadableRecord("expected a " + RECORD_ID + ", found none"));
        return new RecordContent(
                id,
                QualifiedId.all(array(receipt, ALIASES), Repo.ASSAY),
                receipt.string(RECORD_TYPE).orElse("RECORD"),
                receipt.string(TIME).flatMap(RecordTime::parse).orElse(null),
                Identity.of(envelope, natives(receipt.object(IDENTITY).orElse(JsonObject.EMPTY))),
                QualifiedId.all(array(receipt, PARENTS), Repo.ASSAY),
                QualifiedId.all(array(receipt, LINKS), Repo.ASSAY),
                receipt.object(FACTS).orElse(JsonObject.EMPTY));
    }

    private static JsonArray array(JsonObject receipt, String name) {
        return receipt.array(name).orElse(JsonArray.EMPTY);
    }

    private static Map<Field, String> natives(JsonObject stated) {
        Map<Field, String> natives = new EnumMap<>(Field.class);
        for (Field field : Field.values()) {
            JsonValue value = stated.get(name(field));
            if (value instanceof JsonString(var text)) {
                natives.put(field, text);
            }
        }
        return natives;
    }
}
