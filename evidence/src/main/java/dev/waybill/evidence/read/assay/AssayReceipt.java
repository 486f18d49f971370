package dev.waybill.evidence.read.assay;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.Identity;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.UnreadableRecord;
import dev.waybill.evidence.read.EnvelopeParents;
import dev.waybill.evidence.read.Members;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A receipt of Assay, in its store, in a pack or in a zip.
///
/// The envelope stands at the root; AgentMesh's adapter for packs keeps it in `payload.assay_receipt`. A record of
/// another system that was put into a pack is read as what it was, see [PackedRecord].
public final class AssayReceipt implements RecordFormat {

    public static final AssayReceipt FORMAT = new AssayReceipt();

    private static final String PAYLOAD = "payload";
    private static final String ADAPTED = "assay_receipt";
    private static final String PARENT = "parent_receipt_id";

    private AssayReceipt() {}

    @Override
    public String name() {
        return "assay/receipt";
    }

    @Override
    public Repo repo() {
        return Repo.ASSAY;
    }

    @Override
    public EvidenceEnvelope envelope(JsonObject record) {
        EvidenceEnvelope root = EvidenceEnvelope.of(record);
        return root.isEmpty() ? EvidenceEnvelope.of(adapted(record)) : root;
    }

    private static JsonObject payload(JsonObject record) {
        return record.object(PAYLOAD).orElse(JsonObject.EMPTY);
    }

    private static JsonObject adapted(JsonObject record) {
        return payload(record).object(ADAPTED).orElse(JsonObject.EMPTY);
    }

    @Override
    public RecordContent content(JsonObject record) {
        if (PackedRecord.is(record)) {
            return PackedRecord.content(record, envelope(record));
        }
        String id = Members.text(record, "receipt_id")
                .orElseThrow(() -> new UnreadableRecord("expected a receipt_id, found none"));
        String type = record.string("type").orElse("RECEIPT");
        EvidenceEnvelope envelope = envelope(record);
        Repo home = home(type, envelope);
        return new RecordContent(
                QualifiedId.parse(id, home),
                aliases(record),
                AssayTypes.meaning(type),
                record.string("timestamp").flatMap(RecordTime::parse).orElse(null),
                Identity.of(envelope, natives(record)),
                parents(record, envelope, home),
                ReceiptFacts.of(record, adapted(record)));
    }

    /// A receipt of the protocol belongs to whoever made it, not to the store that keeps it.
    private static Repo home(String type, EvidenceEnvelope envelope) {
        if (!AssayTypes.isAlias(type) && !AssayTypes.isRegistryName(type)) {
            return Repo.ASSAY;
        }
        return Members.home(envelope).orElse(Repo.ASSAY);
    }

    /// What AgentMesh's adapter packs is also known under its own name.
    private static List<QualifiedId> aliases(JsonObject record) {
        boolean adapter = record.string("type").orElse("").startsWith("agentmesh.");
        return adapter
                ? Members.text(payload(record), "event_id")
                        .map(event -> List.of(new QualifiedId(Repo.AGENTMESH, event)))
                        .orElse(List.of())
                : List.of();
    }

    private static Map<Field, String> natives(JsonObject record) {
        JsonObject payload = payload(record);
        JsonObject adapted = adapted(record);
        Map<Field, String> natives = new EnumMap<>(Field.class);
        Members.text(record, "task_id")
                .or(() -> Members.text(payload, "task_id"))
                .or(() -> Members.text(adapted, "task_id"))
                .or(() -> Members.text(payload, "trace_id").filter(trace -> trace.startsWith("task_")))
                .ifPresent(task -> natives.put(Field.TASK, task));
        Members.text(record, "episode_id")
                .or(() -> Members.text(payload, "episode_id"))
                .ifPresent(episode -> natives.put(Field.EPISODE, episode));
        Members.text(record, "agent_id")
                .or(() -> Members.text(payload, "agent_id"))
                .ifPresent(agent -> natives.put(Field.AGENT, agent));
        Members.text(record, "policy_hash").ifPresent(policy -> natives.put(Field.POLICY_VERSION, policy));
        return natives;
    }

    private static List<QualifiedId> parents(JsonObject record, EvidenceEnvelope envelope, Repo home) {
        Set<QualifiedId> parents = new LinkedHashSet<>();
        Members.text(record, PARENT).ifPresent(parent -> parents.add(QualifiedId.parse(parent, Repo.ASSAY)));
        parents.addAll(EnvelopeParents.of(envelope, home));
        return new ArrayList<>(parents);
    }
}
