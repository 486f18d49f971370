package dev.waybill.evidence.read.agentmesh;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.UnreadableRecord;
import dev.waybill.evidence.read.Ccoi;
import dev.waybill.evidence.read.ContentDraft;
import dev.waybill.evidence.read.Members;
import dev.waybill.evidence.read.policy.PolicyRecord;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A line of `events.jsonl`. The envelope, and most of what the event is about, lies in its payload.
public final class EventRecord implements RecordFormat {

    @Override
    public String name() {
        return "agentmesh/event";
    }

    @Override
    public Repo repo() {
        return Repo.AGENTMESH;
    }

    @Override
    public EvidenceEnvelope envelope(JsonObject record) {
        return EvidenceEnvelope.of(Members.object(record, "payload"));
    }

    @Override
    public RecordContent content(JsonObject record, EvidenceEnvelope envelope) {
        String id = Members.text(record, "event_id")
                .orElseThrow(() -> new UnreadableRecord("expected an event_id, found none"));
        String kind =
                Members.text(record, "kind").orElseThrow(() -> new UnreadableRecord("expected a kind, found none"));
        JsonObject payload = Members.object(record, "payload");
        ContentDraft draft = new ContentDraft(QualifiedId.parse(id, repo()), kind, envelope)
                .at(Members.text(record, "ts"))
                .about(Field.AGENT, Members.text(record, "agent_id"))
                .about(Field.AGENT, Members.text(payload, "agent_id"))
                .about(Field.TASK, Members.text(payload, "task_id"))
                .about(Field.EPISODE, Members.text(payload, "episode_id"))
                .about(Field.CONTEXT_HASH, Members.text(payload, "context_hash"))
                .about(Field.CORRELATION, Members.text(payload, "correlation_id"))
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
