package dev.waybill.engine.attest;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.engine.node.Judgement;
import dev.waybill.engine.state.ChildEnd;
import dev.waybill.engine.state.HandOver;
import dev.waybill.engine.state.Names;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.ReviewFold;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.VerdictFact;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.workflow.WorkflowNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is signed when somebody says something about work: a critic judges, a doubt is escalated, a person lets a loop
/// go on. None of these receipts has a word about the content.
final class SaidClaims {

    private final RunState before;
    private final Event event;
    private final Identities identities;
    private final RelatedRuns related;

    SaidClaims(RunState before, Event event, Identities identities, RelatedRuns related) {
        this.before = before;
        this.event = event;
        this.identities = identities;
        this.related = related;
    }

    List<Claim> of(VerdictFact fact) {
        return switch (fact) {
            case VerdictFact.AgentVerified verified -> verified(verified);
        };
    }

    private List<Claim> verified(VerdictFact.AgentVerified fact) {
        List<Claim> claims = new ArrayList<>(new HandOverClaims(before, event, identities, related).ofCritic());
        NodeState node = before.node(fact.nodeId());
        ClaimWriter writer = NodeClaims.writer(StepKind.VERDICT, event, before, node, identities)
                .agent(fact.agentId())
                .put("verdict", Judgement.wire(fact.verdict()))
                .put("over", over(fact, judged(node)))
                .put("gating", JsonBool.of(event.hidden().get(ReviewFold.TOLD_ONLY) != JsonBool.TRUE));
        if (!fact.criteria().isEmpty()) {
            writer.put("criteria", JsonArray.ofStrings(fact.criteria()));
        }
        JsonNumber confidence = fact.confidence();
        if (confidence != null) {
            writer.put("confidence", confidence);
        }
        if (event.hidden().get(ReviewFold.SELF) == JsonBool.TRUE) {
            writer.put("self_verified", JsonBool.TRUE);
        }
        HandOver judged = judged(node);
        if (judged != null && !judged.isOwn()) {
            String workflow = Names.childWorkflow(before.header(), new RunId(judged.childRunId()));
            writer.put(
                    "judged_workflow_id",
                    identities.workflow(before.header(), workflow).value());
        }
        claims.add(claim(writer, parents(node, judged), "verdict:" + Judgement.wire(fact.verdict()), claims.size()));
        return claims;
    }

    private static String over(VerdictFact.AgentVerified fact, @Nullable HandOver judged) {
        if (judged != null && !judged.isOwn()) {
            return "child";
        }
        return fact.target().startsWith("evt_") ? "decision" : "tool-call";
    }

    private @Nullable HandOver judged(NodeState node) {
        return event.hidden().has(HandOver.INDEX) && node.occupation() instanceof Occupation.HandingOver handing
                ? handing.handOvers().get(HandOver.index(event))
                : null;
    }

    /// A verdict follows from what it is about, and from the critic's run.
    private List<StepId> parents(NodeState node, @Nullable HandOver judged) {
        if (judged != null && judged.isOwn() && ChildEnd.of(event).isPresent()) {
            return List.of(new StepId(Names.handOverStep(before.header(), event)));
        }
        if (judged == null || judged.step() == null) {
            return NodeClaims.tree(before, event, node.parents()).parents();
        }
        List<StepId> parents = new ArrayList<>(List.of(new StepId(judged.step())));
        if (ChildEnd.of(event).isPresent()) {
            parents.add(new StepId(Names.handOverStep(before.header(), event)));
        }
        return parents;
    }

    Claim escalated(HandOverFact.ConfidenceEscalated fact) {
        NodeState node = before.node(fact.nodeId());
        ClaimWriter writer = NodeClaims.writer(StepKind.ESCALATION, event, before, node, identities)
                .put("confidence", fact.confidence())
                .put("floor", fact.floor());
        return claim(writer, parents(node, judged(node)), StepKind.ESCALATION.wire(), 0);
    }

    /// Whether a person's word about a node's work is signed for: where it decides about a decision or a result.
    static boolean signsResumption(RunState state, String nodeId) {
        String type = state.definition(nodeId).typeId();
        return type.equals(WorkflowNode.DISPATCH)
                || type.equals(WorkflowNode.SUPERVISOR)
                || state.node(nodeId).occupation() instanceof Occupation.HandingOver;
    }

    Claim resumed(NodeFact.NodeResumed fact) {
        NodeState node = before.node(fact.nodeId());
        ClaimWriter writer = NodeClaims.writer(StepKind.RESUMPTION, event, before, node, identities);
        return claim(writer, NodeClaims.tree(before, event, node.parents()).parents(), StepKind.RESUMPTION.wire(), 0);
    }

    private Claim claim(ClaimWriter writer, List<StepId> parents, String tool, int index) {
        return writer.claim(index, new StepId(Names.saidStep(before.header(), event)), parents, tool);
    }
}
