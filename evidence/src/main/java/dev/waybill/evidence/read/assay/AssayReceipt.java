package dev.waybill.evidence.read.assay;

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
import dev.waybill.evidence.read.policy.PolicyRecord;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A receipt of Assay, in its store, in a pack or in a zip.
///
/// The envelope stands at the root; AgentMesh's adapter for packs keeps it in `payload.assay_receipt`. A record of
/// another system that was put into a pack is read as what it was, see [PackedRecord].
public final class AssayReceipt {

    public static final RecordFormat FORMAT =
            new RecordFormat("assay/receipt", AssayReceipt::envelope, AssayReceipt::content);

    private static final String PAYLOAD = "payload";
    private static final String ADAPTED = "assay_receipt";
    private static final String PARENT = "parent_receipt_id";

    private AssayReceipt() {}

    private static EvidenceEnvelope envelope(JsonObject record) {
        EvidenceEnvelope root = EvidenceEnvelope.of(record);
        return root.isEmpty() ? EvidenceEnvelope.of(adapted(record)) : root;
    }

    private static JsonObject payload(JsonObject record) {
        return record.object(PAYLOAD).orElse(JsonObject.EMPTY);
    }

    private static JsonObject adapted(JsonObject record) {
        return payload(record).object(ADAPTED).orElse(JsonObject.EMPTY);
    }

    private static RecordContent content(JsonObject record, EvidenceEnvelope envelope) {
        if (PackedRecord.is(record)) {
            return PackedRecord.content(record, envelope);
        }
        String id = Members.required(record, "receipt_id");
        String type = record.string("type").orElse("RECEIPT");
        Repo home = home(type, envelope);
        ContentDraft draft = new ContentDraft(QualifiedId.parse(id, home), AssayTypes.meaning(type), envelope);
        return facts(record, about(record, draft)).done();
    }

    /// A receipt of the protocol belongs to whoever made it, not to the store that keeps it.
    private static Repo home(String type, EvidenceEnvelope envelope) {
        if (!AssayTypes.isAlias(type) && !AssayTypes.isRegistryName(type)) {
            return Repo.ASSAY;
        }
        return Members.home(envelope).orElse(Repo.ASSAY);
    }

    private static ContentDraft about(JsonObject record, ContentDraft draft) {
        JsonObject payload = payload(record);
        return draft.at(record.string("timestamp"))
                .ownParent(Members.text(record, PARENT).map(AssayReceipt::qualified))
                .alias(adaptedEvent(record))
                .alias(trace(record))
                .about(Field.TASK, Members.text(record, "task_id"))
                .about(Field.TASK, Members.text(payload, "task_id"))
                .about(Field.TASK, Members.text(adapted(record), "task_id"))
                .about(Field.TASK, Members.text(payload, "trace_id").filter(trace -> trace.startsWith("task_")))
                .about(Field.EPISODE, Members.text(record, "episode_id"))
                .about(Field.EPISODE, Members.text(payload, "episode_id"))
                .about(Field.AGENT, Members.text(record, "agent_id"))
                .about(Field.AGENT, Members.text(payload, "agent_id"))
                .about(Field.POLICY_VERSION, Members.text(record, "policy_hash"));
    }

    /// All receipts of one trace are known under its name: a task's ledger knows its worker's trace, and nothing else.
    private static Optional<String> trace(JsonObject record) {
        return Members.text(record, "_trace_id")
                .filter(trace -> trace.startsWith("trace_"))
                .map(AssayReceipt::qualified);
    }

    /// The store's own link, whoever made the receipt.
    private static String qualified(String parent) {
        return QualifiedId.parse(parent, Repo.ASSAY).toString();
    }

    /// What AgentMesh's adapter packs is also known under its own name.
    private static Optional<String> adaptedEvent(JsonObject record) {
        return record.string("type")
                .filter(type -> type.startsWith("agentmesh."))
                .flatMap(_ -> Members.text(payload(record), "event_id"))
                .map(event -> new QualifiedId(Repo.AGENTMESH, event).toString());
    }

    /// What is said in the adapter's receipt goes before what is said around it.
    private static ContentDraft facts(JsonObject record, ContentDraft draft) {
        JsonObject payload = payload(record);
        JsonObject adapted = adapted(record);
        return PolicyRecord.facts(record, draft)
                .fact(Fact.OUTCOME, Members.value(record, List.of("verdict", "action", "outcome", "decision")))
                .fact(Fact.OUTCOME, Members.value(adapted, List.of("guardian_decision", "bridge_status")))
                .fact(Fact.CHECKPOINT, state(record, "checkpoint"))
                .fact(Fact.FROM_STATE, state(record, "from_state"))
                .fact(Fact.TO_STATE, state(record, "to_state"))
                .fact(Fact.TO_STATE, state(adapted, "terminal_state"))
                .fact(Fact.TITLE, Members.text(payload, "title"))
                .fact(Fact.COMMIT, Members.first(payload, List.of("git_commit_sha", "commit_sha")))
                .fact(Fact.COMMIT, Members.text(adapted, "sha"));
    }

    /// States are compared in lower case, whoever wrote them.
    private static Optional<String> state(JsonObject record, String name) {
        return Members.text(record, name).map(state -> state.toLowerCase(Locale.ROOT));
    }
}
