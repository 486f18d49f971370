package dev.waybill.engine.attest;

import dev.waybill.base.Digest;
import dev.waybill.base.id.UuidV7Factory;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.state.NodeEnd;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.RunState;
import dev.waybill.engine.state.Turn;
import dev.waybill.journal.Event;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.RunFact;
import dev.waybill.receipt.record.LongText;
import dev.waybill.receipt.record.SummaryDraft;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowError;
import dev.waybill.receipt.workflow.WorkflowStatus;
import dev.waybill.workflow.AgentRef;
import dev.waybill.workflow.WorkflowNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is signed at the end of a run: its summary, or the verdict of a replay.
final class EndClaims {

    private static final String SUMMARY = "summary";
    private static final String VERDICT = "replay-verdict";
    private static final String GOAL_NOT_MET = "GOAL_NOT_MET";
    private static final int LONGEST_CODE = 64;

    private final RunState before;
    private final Event event;
    private final RunState after;
    private final Identities identities;
    private final RunHeader header;

    EndClaims(RunState before, Event event, RunState after, Identities identities) {
        this.before = before;
        this.event = event;
        this.after = after;
        this.identities = identities;
        this.header = after.header();
    }

    Claim completed() {
        JsonValue outputs = Bodies.of(before, event).get(Salted.OUTPUT);
        Digest result = outputs == null ? null : Salted.OUTPUT.digest(header, event.sequence(), outputs);
        return after.delegation().gaveUp()
                ? summary(WorkflowStatus.FAILED, result, gaveUp())
                : summary(WorkflowStatus.COMPLETED, result, null);
    }

    /// The run came to its end as its supervisor wanted, who says that what was wanted is not reached.
    private WorkflowError gaveUp() {
        Turn turn = Objects.requireNonNull(after.delegation().latest());
        String reason = header.receipts().pseudonymous()
                ? GOAL_NOT_MET
                : turn.decision().reason().orElse("the supervisor gave up");
        return new WorkflowError(failedStep(turn.nodeId()), GOAL_NOT_MET, LongText.fit(reason, LongText.MESSAGE));
    }

    Claim cancelled() {
        return summary(WorkflowStatus.CANCELLED, null, null);
    }

    Claim failed(RunFact.RunFailed fact) {
        RunError error = fact.error();
        String message = header.receipts().pseudonymous() ? error.code() : error.message();
        return summary(
                WorkflowStatus.FAILED,
                null,
                new WorkflowError(
                        failedStep(fact.failedNodeId()), code(error), LongText.fit(message, LongText.MESSAGE)));
    }

    /// The step that failed. Where no node did, as when the run's time was up, it is the run itself: its root.
    private StepId failedStep(@Nullable String nodeId) {
        NodeEnd last = nodeId == null ? null : after.node(nodeId).last();
        return new StepId(last == null ? after.rootStep() : last.stepId());
    }

    /// A code that is too long for a summary has its digest there.
    private static String code(RunError error) {
        return error.code().length() <= LONGEST_CODE
                ? error.code()
                : Digest.of(error.code().getBytes(StandardCharsets.UTF_8)).hex();
    }

    private Claim summary(WorkflowStatus status, @Nullable Digest result, @Nullable WorkflowError error) {
        SummaryDraft draft = new SummaryDraft(
                identities.workflow(header),
                status,
                header.createdAt(),
                event.timestamp(),
                identities.orchestrator(header),
                agents(),
                result,
                error,
                StepClaim.carrying(header, event.envelope()));
        return new SummaryClaim(
                event.sequence(),
                ClaimWriter.receiptId(header, SUMMARY, event.sequence(), 0, event.timestamp()),
                draft);
    }

    /// The orchestrator, and whoever acted in a receipt of this run.
    private List<String> agents() {
        Set<String> agents = new LinkedHashSet<>();
        agents.add(identities.orchestrator(header));
        if (after.lineage() != null) {
            after.lineage().agents().forEach(agent -> agents.add(identities.agent(header, agent)));
        }
        for (WorkflowNode node : after.workflow().definition().nodes()) {
            AgentRef agent = node.agent();
            if (agent != null && hasSigned(after.node(node.id()))) {
                agents.add(identities.agent(header, agent.agentId()));
            }
        }
        long own = header.origin() instanceof Origin.Fork fork ? fork.sequence() : 0;
        after.delegation().verdicts().stream()
                .filter(verdict -> verdict.event().sequence() >= own)
                .forEach(verdict -> agents.add(identities.agent(header, verdict.agentId())));
        return List.copyOf(agents);
    }

    /// What a fork's node did before the fork was signed for elsewhere.
    private boolean hasSigned(NodeState node) {
        NodeEnd last = node.last();
        return last != null && !last.stepId().equals(after.rootStep());
    }

    /// A replay is no evidence of work: it signs only how it compares with its source. Its events have the times of the
    /// source, and it was made later: a verdict is not dated before the replay that it is about.
    Claim verdict(RelatedRuns related) {
        Origin.Fork fork = (Origin.Fork) header.origin();
        Instant at = event.timestamp().isBefore(header.createdAt()) ? header.createdAt() : event.timestamp();
        ClaimWriter writer = new ClaimWriter(header, identities, event.sequence(), at, StepKind.REPLAY_VERDICT);
        writer.put("event_sequence", event.sequence())
                .put("event_type", event.type())
                .put("verdict", after.diverged() ? "diverged" : "equal")
                .put("compared_events", after.head() - fork.sequence())
                .envelope(event.envelope());
        RelatedRun source = related.find(fork.source()).orElse(new RelatedRun(null, null));
        writer.startedBy(source.head() == null ? null : source.head().ref()).put("source", source(source, fork));
        // Every replay has its source's seed: only the workflow id tells two of them apart.
        StepId step = new StepId(StepId.PREFIX + header.seed().ulid(VERDICT, header.workflowId(), at));
        byte[] chance = header.seed().derive(VERDICT, header.workflowId());
        String receiptId = UuidV7Factory.of(at, chance).toString();
        return writer.claim(receiptId, step, List.of(), VERDICT);
    }

    private JsonObject source(RelatedRun run, Origin.Fork fork) {
        Digest summary = run.summary();
        return JsonObject.builder()
                .put(
                        "workflow_id",
                        identities.workflow(header, fork.sourceWorkflowId()).value())
                .put("event_sequence", fork.sequence())
                .putIfPresent("summary", summary == null ? null : summary.toString())
                .build();
    }
}
