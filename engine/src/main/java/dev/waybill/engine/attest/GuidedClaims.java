package dev.waybill.engine.attest;

import dev.waybill.engine.state.GuidedFold;
import dev.waybill.engine.state.Lineage;
import dev.waybill.engine.state.Names;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.receipt.context.McpOrchestrationContext;
import dev.waybill.receipt.workflow.StepId;
import java.util.List;
import java.util.Objects;

/// What is signed for a guided run: every acknowledged step, with what its agent brought. Parents follow the
/// lineage, so that a branch of the run is a branch of the receipts.
final class GuidedClaims {

    /// The tool by which steps are acknowledged.
    static final String TOOL = "workflow_advance";

    private static final String SERVER = "urn:waybill:mcp";

    private final RunState before;
    private final Event event;
    private final RunState after;
    private final Identities identities;

    GuidedClaims(RunState before, Event event, RunState after, Identities identities) {
        this.before = before;
        this.event = event;
        this.after = after;
        this.identities = identities;
    }

    List<Claim> of(NodeFact fact) {
        return fact instanceof NodeFact.NodeCompleted completed ? List.of(acknowledged(completed)) : List.of();
    }

    private Claim acknowledged(NodeFact.NodeCompleted fact) {
        NodeState node = after.node(fact.nodeId());
        long from = Objects.requireNonNull(GuidedFold.from(event));
        Lineage.Place place =
                Objects.requireNonNull(before.lineage()).place(from).orElseThrow();
        return new ClaimWriter(after.header(), identities, event.sequence(), event.timestamp(), StepKind.NODE)
                .put("event_sequence", event.sequence())
                .put("event_type", event.type())
                .put("node", fact.nodeId())
                .put("ordinal", node.recordedEnds())
                .put("outcome", "completed")
                .bind(Bodies.of(before, event))
                .agent(GuidedFold.agent(event.hidden()))
                .call(call())
                .trace(GuidedFold.traceparent(event.hidden()))
                .envelope(event.envelope())
                .claim(
                        0,
                        new StepId(Names.step(after.header(), event.sequence(), event.timestamp())),
                        List.of(new StepId(place.step())),
                        TOOL);
    }

    private McpOrchestrationContext call() {
        String session = Objects.requireNonNull(after.header().session());
        return McpOrchestrationContext.of(identities.session(after.header(), session), SERVER, event.eventId(), TOOL);
    }
}
