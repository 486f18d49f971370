package dev.waybill.evidence.read.agentmesh;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.read.Ccoi;
import dev.waybill.evidence.read.ChainedRecords;
import dev.waybill.evidence.read.ContentDraft;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.HashChain;
import dev.waybill.evidence.read.HashChain.Link;
import dev.waybill.evidence.read.Members;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.evidence.read.policy.PolicyRecord;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The log `events.jsonl`: each event's hash covers all of it but the hash, and names the event before.
public final class EventsReader implements EvidenceReader {

    private static final RecordFormat FORMAT =
            new RecordFormat("agentmesh/event", List.of("payload"), EventsReader::content);
    private static final List<String> NOT_HASHED = List.of("event_hash");

    @Override
    public List<RecordFormat> formats() {
        return List.of(FORMAT);
    }

    @Override
    public boolean recognises(SourceFile file) {
        if (file.isDirectory() || file.mentions("sequence_id")) {
            return false;
        }
        boolean named = file.name().equals("events.jsonl") && (file.head().length == 0 || file.mentions("event_id"));
        return named || file.mentions("event_id", "seq", "kind", "payload", "prev_hash", "event_hash");
    }

    @Override
    public void read(SourceFile file, RecordSink sink) throws IOException {
        new ChainedRecords(FORMAT, EventsReader::link, HashChain.whole(Sha256Hash.GENESIS)).read(file, sink);
    }

    private static Link link(JsonObject event) {
        return Sha256Hash.link(event, NOT_HASHED, "seq");
    }

    private static RecordContent content(JsonObject record, EvidenceEnvelope envelope) {
        String id = Members.required(record, "event_id");
        String kind = Members.required(record, "kind");
        JsonObject payload = Members.object(record, "payload");
        ContentDraft draft = new ContentDraft(QualifiedId.parse(id, Repo.AGENTMESH), kind, envelope)
                .at(Members.text(record, "ts"))
                .about(Field.AGENT, Members.text(record, "agent_id"))
                .about(Field.AGENT, Members.text(payload, "agent_id"))
                .about(Field.TASK, Members.text(payload, "task_id"))
                .about(Field.EPISODE, Members.text(payload, "episode_id"))
                .about(Field.CONTEXT_HASH, Members.text(payload, "context_hash"))
                .about(Field.CORRELATION, Members.text(payload, "correlation_id"))
                .links(
                        payload,
                        "task_id",
                        "attempt_id",
                        "spawn_id",
                        "capsule_id",
                        "weave_event_id",
                        "witness_hash",
                        "sha")
                .fact(Fact.TITLE, Members.text(payload, "title"));
        payload.object("ccoi_envelope").ifPresent(ccoi -> Ccoi.about(ccoi, draft));
        return facts(kind, payload, draft).done();
    }

    private static ContentDraft facts(String kind, JsonObject payload, ContentDraft draft) {
        return switch (kind) {
            case "TASK_TRANSITION" ->
                draft.fact(Fact.FROM_STATE, lower(payload, "from_state"))
                        .fact(Fact.TO_STATE, lower(payload, "to_state"))
                        .fact(Fact.TRACE, Members.text(payload, "assay_trace_id"))
                        .fact(Fact.RUN, Members.text(payload, "run_id"));
            case "CHECKPOINT_RECEIPT" ->
                draft.fact(
                        Fact.CHECKPOINT,
                        Members.first(payload, List.of("checkpoint", "checkpoint_state", "state", "to_state"))
                                .map(state -> state.toLowerCase(Locale.ROOT)));
            case "ASSAY_RECEIPT" -> BridgePayload.facts(payload, draft);
            case "COMMIT" ->
                draft.fact(Fact.COMMIT, Members.text(payload, "sha"))
                        .fact("witness", Members.text(payload, "witness_hash"))
                        .fact("weave", Members.text(payload, "weave_event_id"));
            case "POLICY_RECOMMENDATION", "POLICY_APPLY", "POLICY_ROLLBACK" -> PolicyRecord.facts(payload, draft);
            default -> draft.fact(Fact.OUTCOME, Members.text(payload, "outcome"));
        };
    }

    private static Optional<String> lower(JsonObject payload, String name) {
        return Members.text(payload, name).map(state -> state.toLowerCase(Locale.ROOT));
    }
}
