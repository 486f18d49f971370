package dev.waybill.engine.attest;

import dev.waybill.base.Digest;
import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.id.UuidV7Factory;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.state.Elsewhere;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.receipt.Redactable;
import dev.waybill.receipt.TraceContext;
import dev.waybill.receipt.context.McpOrchestrationContext;
import dev.waybill.receipt.record.LongText;
import dev.waybill.receipt.workflow.StepId;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Collects what one receipt says.
final class ClaimWriter {

    private static final String RECEIPT = "receipt";
    private static final String REDACTABLE = "redactable";

    /// The member that a verifier reads as the way in of a hand-over, run by run.
    static final String CHILDREN = "children";

    private final RunHeader header;
    private final Identities identities;
    private final long sequence;
    private final Instant at;
    private final Map<String, JsonValue> details = new LinkedHashMap<>();
    private String agent;
    private @Nullable Digest startedBy;
    private @Nullable McpOrchestrationContext call;
    private @Nullable TraceContext trace;
    private EvidenceEnvelope envelope = EvidenceEnvelope.NONE;

    ClaimWriter(RunHeader header, Identities identities, long sequence, Instant at, StepKind kind) {
        this.header = header;
        this.identities = identities;
        this.sequence = sequence;
        this.at = at;
        this.agent = identities.orchestrator(header);
        this.trace = header.receipts().pseudonymous() ? null : CallerTrace.of(header);
        put("kind", kind.wire());
    }

    ClaimWriter put(String name, String text) {
        details.put(name, new JsonString(LongText.fit(text, LongText.NAME)));
        return this;
    }

    ClaimWriter put(String name, long number) {
        details.put(name, JsonNumber.of(number));
        return this;
    }

    ClaimWriter put(String name, JsonValue value) {
        details.put(name, value);
        return this;
    }

    /// Runs that did some of the work, each with the summary with which it ended. With pseudonyms none is named; and
    /// nobody elsewhere names this run, or the one that it works for, as its own.
    ClaimWriter children(JsonArray runs) {
        String parent = header.origin() instanceof Origin.Child child ? child.parentWorkflowId() : null;
        List<JsonValue> named = header.receipts().pseudonymous()
                ? List.of()
                : runs.items().stream()
                        .filter(run -> !Elsewhere.isNamed(run, header.workflowId()) && !Elsewhere.isNamed(run, parent))
                        .toList();
        return named.isEmpty() ? this : put(CHILDREN, new JsonArray(named));
    }

    /// Binds content without showing it.
    ClaimWriter bind(Map<Salted, JsonValue> bodies) {
        bodies.forEach((what, content) -> details.put(
                what.member(),
                new JsonString(what.digest(header, sequence, content).toString())));
        return this;
    }

    ClaimWriter agent(@Nullable String agentId) {
        agent = agentId == null ? agent : identities.agent(header, agentId);
        return this;
    }

    /// The call of a tool that the receipt is about.
    ClaimWriter call(McpOrchestrationContext context) {
        call = context;
        return this;
    }

    /// The trace of the call itself, if it came in one; like an envelope, it comes only with plain ids.
    ClaimWriter trace(@Nullable String traceparent) {
        TraceContext own = header.receipts().pseudonymous() ? null : CallerTrace.of(traceparent);
        trace = own == null ? trace : own;
        return this;
    }

    ClaimWriter startedBy(@Nullable Digest receipt) {
        startedBy = receipt;
        return this;
    }

    /// Pseudonyms and plain ids in one receipt would undo each other, so an envelope comes only with plain ones.
    ClaimWriter envelope(EvidenceEnvelope ofEvent) {
        envelope = header.receipts().pseudonymous() ? EvidenceEnvelope.NONE : ofEvent;
        return this;
    }

    /// @param index the receipt's number among those of its event
    StepClaim claim(int index, StepId step, List<StepId> parents, String tool) {
        return claim(receiptId(header, RECEIPT, sequence, index, at), step, parents, tool);
    }

    StepClaim claim(String receiptId, StepId step, List<StepId> parents, String tool) {
        return new StepClaim(
                sequence,
                receiptId,
                at,
                identities.workflow(header),
                step,
                parents,
                agent,
                startedBy,
                LongText.fit(tool, LongText.NAME),
                new JsonObject(details),
                call,
                trace,
                disclosure(receiptId, parents),
                placed(step, parents));
    }

    /// What is withheld must be told again at an export: its salt follows from the run's secret, as all salts do.
    private @Nullable String disclosure(String receiptId, List<StepId> parents) {
        return header.receipts().redactable()
                ? Redactable.disclose(parents, header.seed().derive(REDACTABLE, receiptId))
                : null;
    }

    private EvidenceEnvelope placed(StepId step, List<StepId> parents) {
        if (envelope.isEmpty()) {
            return envelope;
        }
        // A caller's task goes before: the steps of a run are how it was done.
        EvidenceEnvelope placed = envelope.text(EvidenceEnvelope.TASK_ID).isPresent()
                ? envelope
                : envelope.with(EvidenceEnvelope.TASK_ID, step.value());
        // Parents that can be withheld are not told beside it.
        return parents.isEmpty() || header.receipts().redactable()
                ? placed
                : placed.withParents(parents.stream().map(StepId::value).toList());
    }

    static String receiptId(RunHeader header, String purpose, long sequence, int index, Instant at) {
        return UuidV7Factory.of(at, header.seed().derive(purpose, sequence, index))
                .toString();
    }
}
