package dev.waybill.engine.attest;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
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
record GuidedClaims(RunState before, Event event, RunState after, Identities identities, RelatedRuns related) {

    /// The tool by which steps are acknowledged.
    static final String TOOL = "workflow_advance";

    private static final String SERVER = "urn:waybill:mcp";

    List<Claim> of(NodeFact fact) {
        return fact instanceof NodeFact.NodeCompleted completed ? List.of(acknowledged(completed)) : List.of();
    }

    private Claim acknowledged(NodeFact.NodeCompleted fact) {
        NodeState node = after.node(fact.nodeId());
        long from = Objects.requireNonNull(GuidedFold.from(event));
        Lineage.Place place =
                Objects.requireNonNull(before.lineage()).place(from).orElseThrow();
        ClaimWriter writer =
                new ClaimWriter(after.header(), identities, event.sequence(), event.timestamp(), StepKind.NODE);
        JsonArray children = children();
        if (!children.items().isEmpty()) {
            writer.put(ClaimWriter.CHILDREN, children);
        }
        return writer.put("event_sequence", event.sequence())
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

    /// The runs that the agent has begun inside this one so far, with the summary of each that has ended: nobody can
    /// leave one out of a bundle unseen, or shorten it afterwards.
    private JsonArray children() {
        return new JsonArray(related.begunInside(after.header().runId()).stream()
                .<JsonValue>map(child -> JsonObject.of(
                                "workflow_id",
                                identities
                                        .workflow(after.header(), child.workflowId())
                                        .value())
                        .withIfPresent(
                                "summary",
                                child.summary() == null ? null : child.summary().toString()))
                .toList());
    }

    private McpOrchestrationContext call() {
        String session = Objects.requireNonNull(after.header().session());
        return McpOrchestrationContext.of(identities.session(after.header(), session), SERVER, event.eventId(), TOOL);
    }
}
