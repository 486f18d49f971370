package dev.waybill.evidence.write;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.Identity;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.Place;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.read.assay.AssayReceipt;
import dev.waybill.receipt.key.SigningKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Records, keys and packs for tests.
public final class Packs {

    public static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    public static final SigningKey KEY = SigningKey.ofSeed("test", new byte[32]);
    public static final SigningKey OTHER_KEY = SigningKey.ofSeed("other", filled());

    private Packs() {}

    private static byte[] filled() {
        byte[] seed = new byte[32];
        Arrays.fill(seed, (byte) 7);
        return seed;
    }

    public static PackOptions options() {
        return new PackOptions("trace_1", "tester", NOW);
    }

    /// A folder with a pack of three receipts: two of Assay and one of the registry.
    public static Path pack(Path folder) {
        return pack(folder, List.of(receipt("r_1", 1), receipt("r_2", 2), policyApply()));
    }

    public static Path pack(Path folder, List<EvidenceRecord> records) {
        try {
            new ProofPackWriter(options(), KEY).write(folder, records);
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static EvidenceRecord receipt(String id, int sequence) {
        return assay("""
                {"receipt_id":"%s","type":"model_call","timestamp":"2026-03-01T10:00:0%d.000000Z","seq":%d,
                "_trace_id":"trace_1","cost":0.10,"note":"naïve"}""".formatted(id, sequence, sequence));
    }

    public static EvidenceRecord policyApply() {
        return assay("""
                {"receipt_id":"policy_apply_1","type":"POLICY_APPLY","timestamp":"2026-03-01T10:00:03Z",
                "_ewp_version":"0","_ewp_correlation_id":"qt_1","_ewp_parent_ids":["quintet:qt_1"],
                "_ewp_origin":"ccio/guardian","lever":"BRAIN_TEMPERATURE","old_value":0.7,"new_value":0.65}""");
    }

    public static EvidenceRecord assay(String json) {
        return record(AssayReceipt.FORMAT, json);
    }

    /// An event of another system, which has none of the members that Assay wants.
    public static EvidenceRecord event(String json) {
        return record(EVENT, json);
    }

    public static EvidenceRecord record(RecordFormat format, String json) {
        JsonObject object = json(json);
        return new EvidenceRecord(
                format, object, format.content(object), new Place("root", "file", null, 1), Integrity.UNSIGNED);
    }

    public static JsonObject json(String text) {
        return (JsonObject) JsonReader.readAnyNumbers(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    /// Events with their envelope in the payload, as AgentMesh writes them.
    private static final RecordFormat EVENT = new RecordFormat("test/event", List.of("payload"), Packs::content);

    private static RecordContent content(JsonObject record, EvidenceEnvelope envelope) {
        Map<Field, String> natives = new EnumMap<>(Field.class);
        natives.put(Field.AGENT, record.string("agent_id").orElse(""));
        return new RecordContent(
                new QualifiedId(Repo.AGENTMESH, record.string("event_id").orElseThrow()),
                List.of(new QualifiedId(Repo.AGENTMESH, "other_name")),
                record.string("kind").orElseThrow(),
                record.string("ts").flatMap(RecordTime::parse).orElse(null),
                Identity.of(envelope, natives),
                List.of(new QualifiedId(Repo.CCIO, "ep_1")),
                List.of(new QualifiedId(Repo.AGENTMESH, "task_1")),
                JsonObject.builder().put(Fact.TO_STATE, "merged").build());
    }
}
