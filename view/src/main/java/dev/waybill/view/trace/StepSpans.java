package dev.waybill.view.trace;

import dev.waybill.engine.attest.Attestation;
import dev.waybill.engine.attest.Identities;
import dev.waybill.engine.attest.StepClaim;
import dev.waybill.engine.attest.StepKind;
import dev.waybill.engine.node.HandOverPlan.Term;
import dev.waybill.engine.state.Attempt;
import dev.waybill.engine.state.HandOver;
import dev.waybill.engine.state.Names;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.receipt.binding.Span;
import dev.waybill.receipt.binding.TraceIds;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowId;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The spans of the steps that one event ends. The two receipts of a hand-over, out and in, are the two ends of one
/// span.
final class StepSpans {

    private static final String CHILD = "child";

    private final SpanWriter writer;
    private final Identities names;
    private final RunState before;
    private final Event event;
    private final List<HandOver> handOvers;
    private final Map<StepId, String> spans = new HashMap<>();

    StepSpans(SpanWriter writer, Identities names, RunState before, Event event, List<StepClaim> claims) {
        this.writer = writer;
        this.names = names;
        this.before = before;
        this.event = event;
        NodeState node = node();
        this.handOvers = node != null && node.occupation() instanceof Occupation.HandingOver handing
                ? handing.all().filter(handOver -> !handOver.isOwn()).toList()
                : List.of();
        for (HandOver handOver : handOvers) {
            if (handOver.step() != null) {
                spans.put(new StepId(handOver.step()), TraceIds.handOverTo(child(handOver)));
            }
        }
        claims.forEach(claim -> child(claim).ifPresent(child -> spans.put(claim.stepId(), TraceIds.handOverTo(child))));
    }

    private @Nullable NodeState node() {
        String nodeId = event.nodeId();
        return nodeId == null ? null : before.nodes().get(nodeId);
    }

    private WorkflowId child(HandOver handOver) {
        RunHeader header = before.header();
        return names.workflow(header, Names.childWorkflow(header, new RunId(handOver.childRunId())));
    }

    private static Optional<WorkflowId> child(StepClaim claim) {
        return claim.details()
                .object(CHILD)
                .flatMap(child -> child.string("workflow_id"))
                .map(WorkflowId::new);
    }

    /// Empty where a receipt tells of no end.
    Optional<Span> of(StepClaim claim) {
        String kind = claim.details().string("kind").orElse("");
        if (kind.equals(StepKind.PROGRESS.wire()) || (kind.equals(StepKind.HAND_OVER_OUT.wire()) && isAwaited(claim))) {
            return Optional.empty();
        }
        boolean handOver = child(claim).isPresent();
        List<StepId> parents = handOver ? Attestation.behind(before, event) : claim.parents();
        return Optional.of(writer.step(
                claim,
                span(claim.stepId()),
                parents.stream().map(this::span).toList(),
                handOver ? handedOver(claim) : began(claim)));
    }

    private String span(StepId step) {
        return spans.getOrDefault(step, writer.trace().step(step));
    }

    private Optional<HandOver> handOver(StepClaim claim) {
        WorkflowId child = child(claim).orElse(null);
        return handOvers.stream()
                .filter(handOver -> child(handOver).equals(child))
                .findFirst();
    }

    private boolean isAwaited(StepClaim claim) {
        return handOver(claim).map(handOver -> handOver.plan().has(Term.WAITS)).orElse(true);
    }

    /// A child's name says when it was planned.
    private Instant handedOver(StepClaim claim) {
        return handOver(claim)
                .map(handOver -> new RunId(handOver.childRunId()).createdAt())
                .filter(claim.at()::isAfter)
                .orElse(claim.at());
    }

    /// When the attempt began that the event ends; what begins and ends at once has its end.
    private Instant began(StepClaim claim) {
        NodeState node = node();
        Attempt attempt = node == null ? null : node.attempt();
        return attempt != null
                        && attempt.stepId().equals(claim.stepId().value())
                        && attempt.startedAt().isBefore(claim.at())
                ? attempt.startedAt()
                : claim.at();
    }
}
