package dev.waybill.engine.attest;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.state.Attempt;
import dev.waybill.engine.state.Names;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.receipt.workflow.StepId;
import java.util.List;

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
            case HandOverFact.NodeDispatched _ -> List.of();
            case HandOverFact.HandOver phase ->
                switch (phase.phase()) {
                    case DISPATCH_SUCCEEDED -> List.of(claim(StepKind.HAND_OVER_OUT, phase));
                    case CHILD_COMPLETED, CHILD_FAILED, CHILD_CANCELLED -> List.of(claim(StepKind.HAND_OVER_IN, phase));
                    // Nothing has happened yet, or the node's own end signs for it.
                    case DISPATCH_BEGAN, DISPATCH_FAILED, OUTPUT_HARVESTED -> List.of();
                };
        };
    }

    private Claim claim(StepKind kind, HandOverFact.HandOver phase) {
        NodeState node = before.node(phase.nodeId());
        ClaimWriter writer = NodeClaims.writer(kind, event, before, node, identities)
                .put("phase", phase.phase().wire())
                .bind(Bodies.of(before, event));
        Attempt attempt = node.attempt();
        if (attempt != null) {
            writer.put("attempt", attempt.number());
        }
        if (phase.error() != null) {
            writer.put("error_code", phase.error().code());
        }
        if (phase.childRunId() != null) {
            writer.put("child", child(new RunId(phase.childRunId())));
        }
        return writer.claim(
                0,
                new StepId(Names.handOverStep(before.header(), event.sequence())),
                NodeClaims.tree(before, event, node.parents()).parents(),
                before.definition(node.id()).typeId());
    }

    private JsonObject child(RunId child) {
        String workflowId = Names.childWorkflow(before.header(), child);
        return JsonObject.builder()
                .put(
                        "workflow_id",
                        identities.workflow(before.header(), workflowId).value())
                .putIfPresent(
                        "summary",
                        related.find(child)
                                .map(RelatedRun::summary)
                                .map(Digest::toString)
                                .orElse(null))
                .build();
    }
}
