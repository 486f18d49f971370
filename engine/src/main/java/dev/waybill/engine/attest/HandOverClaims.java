package dev.waybill.engine.attest;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.state.ChildEnd;
import dev.waybill.engine.state.HandOver;
import dev.waybill.engine.state.Names;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.HandOverPhase;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.receipt.workflow.StepId;
import java.util.List;
import java.util.Objects;

/// What is signed when work goes to a child run ("out") and when it comes back ("in").
final class HandOverClaims {

    private final RunState before;
    private final Event event;
    private final Identities identities;
    private final RelatedRuns related;

    HandOverClaims(RunState before, Event event, Identities identities, RelatedRuns related) {
        this.before = before;
        this.event = event;
        this.identities = identities;
        this.related = related;
    }

    List<Claim> of(HandOverFact fact) {
        return switch (fact) {
            case HandOverFact.NodeDispatched dispatched -> List.of(out(dispatched));
            case HandOverFact.ConfidenceEscalated escalated ->
                List.of(new SaidClaims(before, event, identities, related).escalated(escalated));
            case HandOverFact.HandOver phase ->
                switch (phase.phase()) {
                    case CHILD_COMPLETED, CHILD_FAILED, CHILD_CANCELLED ->
                        List.of(in(phase.nodeId(), phase.phase(), handOver(phase.nodeId())));
                    // Nothing has happened yet, or another event signs for it.
                    case DISPATCH_BEGAN, DISPATCH_SUCCEEDED, DISPATCH_FAILED, OUTPUT_HARVESTED -> List.of();
                };
        };
    }

    /// What the end of a node signs for a child that ended with it.
    List<Claim> in(NodeFact end) {
        return ChildEnd.of(event).stream()
                .<Claim>map(child -> in(end.nodeId(), child.phase(), handOver(end.nodeId())))
                .toList();
    }

    /// What the end of a critic's run signs.
    List<Claim> ofCritic() {
        String nodeId = event.nodeId();
        return nodeId == null
                ? List.of()
                : ChildEnd.of(event).stream()
                        .<Claim>map(child -> in(nodeId, child.phase(), handOver(nodeId)))
                        .toList();
    }

    private HandOver handOver(String nodeId) {
        HandOver worker = worker(nodeId);
        return event.hidden().has(HandOver.BY_CRITIC)
                ? Objects.requireNonNull(Objects.requireNonNull(worker.review()).critic())
                : worker;
    }

    private HandOver worker(String nodeId) {
        Occupation.HandingOver handing =
                (Occupation.HandingOver) before.node(nodeId).occupation();
        return handing.handOvers().get(HandOver.index(event));
    }

    private Claim out(HandOverFact.NodeDispatched dispatched) {
        NodeState node = before.node(dispatched.nodeId());
        String looked =
                event.hidden().has(HandOver.BY_CRITIC) ? worker(node.id()).step() : null;
        return claim(
                writer(StepKind.HAND_OVER_OUT, node, child(dispatched.childRunId())),
                node,
                looked == null
                        ? NodeClaims.tree(before, event, node.parents()).parents()
                        : List.of(new StepId(looked)));
    }

    private Claim in(String nodeId, HandOverPhase phase, HandOver handOver) {
        NodeState node = before.node(nodeId);
        JsonObject ended = child(handOver.childRunId())
                .withIfPresent(
                        "summary",
                        related.summary(new RunId(handOver.childRunId()))
                                .map(Digest::toString)
                                .orElse(null));
        ClaimWriter writer = writer(StepKind.HAND_OVER_IN, node, ended).put("phase", phase.wire());
        return claim(writer, node, List.of(new StepId(Objects.requireNonNull(handOver.step()))));
    }

    private ClaimWriter writer(StepKind kind, NodeState node, JsonObject child) {
        return NodeClaims.writer(kind, event, before, node, identities)
                .bind(Bodies.of(before, event))
                .put("attempt", Objects.requireNonNull(node.attempt()).number())
                .put("child", child);
    }

    private Claim claim(ClaimWriter writer, NodeState node, List<StepId> parents) {
        return writer.claim(
                0,
                new StepId(Names.handOverStep(before.header(), event)),
                parents,
                before.definition(node.id()).typeId());
    }

    /// A child that is about to be has no receipts yet that could be named.
    private JsonObject child(String childRunId) {
        String workflowId = Names.childWorkflow(before.header(), new RunId(childRunId));
        return JsonObject.of(
                "workflow_id", identities.workflow(before.header(), workflowId).value());
    }
}
