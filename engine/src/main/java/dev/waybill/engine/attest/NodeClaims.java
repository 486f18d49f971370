package dev.waybill.engine.attest;

import dev.waybill.base.json.JsonBool;
import dev.waybill.engine.node.NodeManifest;
import dev.waybill.engine.state.Attempt;
import dev.waybill.engine.state.Names;
import dev.waybill.engine.state.NodeEnd;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.receipt.record.JoinTree;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.workflow.WorkflowNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;

/// What is signed for nodes: every attempt, however it ended, and the joins in front of them.
///
/// Joins are signed where an execution begins, so that its progress and its end name the same parents.
final class NodeClaims {

    private final RunState before;
    private final Event event;
    private final RunState after;
    private final Identities identities;
    private final RelatedRuns related;

    NodeClaims(RunState before, Event event, RunState after, Identities identities, RelatedRuns related) {
        this.before = before;
        this.event = event;
        this.after = after;
        this.identities = identities;
        this.related = related;
    }

    List<Claim> of(NodeFact fact) {
        NodeState node = after.node(fact.nodeId());
        return switch (fact) {
            case NodeFact.NodeStarted _ -> joins(node, 0);
            case NodeFact.NodeProgressed _ ->
                asksForProgress(after, fact.nodeId()) ? List.of(progress(node)) : List.of();
            case NodeFact.NodeCompleted _, NodeFact.NodeCancelled _ -> behind(fact, node, index -> end(node, index));
            case NodeFact.NodeFailed failed ->
                behind(fact, node, index -> failure(node, failed.error().code(), false, index));
            case NodeFact.NodeRetried retried ->
                behind(fact, node, index -> failure(node, retried.lastError().code(), true, index));
            case NodeFact.NodeSkipped _ -> behind(fact, node, index -> end(node, index));
            case NodeFact.NodeResumed resumed ->
                SaidClaims.signsResumption(after, fact.nodeId())
                        ? List.of(new SaidClaims(before, event, identities, related).resumed(resumed))
                        : List.of();
            case NodeFact.NodeSuspended _ -> List.of();
        };
    }

    static boolean asksForProgress(RunState state, String nodeId) {
        return state.definition(nodeId).config().get(NodeManifest.PROGRESS_RECEIPTS) == JsonBool.TRUE;
    }

    /// Whether the execution that an event begins follows from more steps than a receipt can name.
    static boolean needsJoins(NodeState node) {
        return node.parents().size() > JoinTree.MOST_PARENTS;
    }

    private List<Claim> joins(NodeState node, int index) {
        List<Claim> claims = new ArrayList<>();
        for (JoinTree.Join join : tree(node).joins()) {
            claims.add(writer(StepKind.JOIN, node)
                    .claim(index + claims.size(), join.step(), join.parents(), JoinTree.TOOL));
        }
        return claims;
    }

    /// An end, behind the child's that it tells about, and behind joins where these are not signed yet: nothing began
    /// before a skip, and a node that handed over follows from its children.
    private List<Claim> behind(NodeFact fact, NodeState node, IntFunction<Claim> end) {
        List<Claim> claims = new ArrayList<>(new HandOverClaims(before, event, identities, related).in(fact));
        if (joinsHere(node)) {
            claims.addAll(joins(node, claims.size()));
        }
        claims.add(end.apply(claims.size()));
        return claims;
    }

    private boolean joinsHere(NodeState node) {
        return event.fact() instanceof NodeFact.NodeStarted
                || event.fact() instanceof NodeFact.NodeSkipped
                || !node.parents().equals(before.node(node.id()).parents());
    }

    private Claim progress(NodeState node) {
        Attempt attempt = Objects.requireNonNull(node.attempt());
        return ofAttempt(StepKind.PROGRESS, node)
                .claim(0, new StepId(attempt.stepId()), tree(node).parents(), tool(node));
    }

    private Claim end(NodeState node, int index) {
        NodeEnd last = Objects.requireNonNull(node.last());
        return ofAttempt(StepKind.NODE, node)
                .put("outcome", last.kind().wire())
                .claim(index, new StepId(last.stepId()), tree(node).parents(), tool(node));
    }

    /// The attempt that failed is signed for, whether another one follows or not.
    private Claim failure(NodeState node, String code, boolean retried, int index) {
        Attempt attempt = Objects.requireNonNull(before.node(node.id()).attempt());
        ClaimWriter writer = ofAttempt(StepKind.NODE, node)
                .put("outcome", NodeEnd.Kind.FAILED.wire())
                .put("error_code", code);
        if (retried) {
            writer.put("retried", JsonBool.TRUE);
        }
        return writer.claim(index, new StepId(attempt.stepId()), tree(node).parents(), tool(node));
    }

    private ClaimWriter ofAttempt(StepKind kind, NodeState node) {
        ClaimWriter writer = writer(kind, node);
        Attempt attempt = before.node(node.id()).attempt();
        if (attempt != null) {
            writer.put("attempt", attempt.number()).children(attempt.elsewhere());
        }
        return writer.bind(Bodies.of(before, event));
    }

    private ClaimWriter writer(StepKind kind, NodeState node) {
        return writer(kind, event, after, node, identities);
    }

    static ClaimWriter writer(StepKind kind, Event event, RunState state, NodeState node, Identities identities) {
        WorkflowNode definition = state.definition(node.id());
        return new ClaimWriter(state.header(), identities, event.sequence(), event.timestamp(), kind)
                .put("event_sequence", event.sequence())
                .put("event_type", event.type())
                .put("node", node.id())
                .put("ordinal", node.ordinal())
                .agent(
                        definition.agent() == null || kind == StepKind.JOIN
                                ? null
                                : definition.agent().agentId())
                .envelope(event.envelope());
    }

    private String tool(NodeState node) {
        return after.definition(node.id()).typeId();
    }

    private JoinTree tree(NodeState node) {
        return joinsHere(node)
                ? tree(before, event.sequence(), event.timestamp(), node.parents())
                : tree(before, event, node.parents());
    }

    /// The steps behind which an execution stands. Names of joins follow from the event that began it.
    static JoinTree tree(RunState before, Event event, List<String> parents) {
        Attempt attempt = before.node(Objects.requireNonNull(event.nodeId())).attempt();
        return attempt == null
                ? tree(before, event.sequence(), event.timestamp(), parents)
                : tree(before, attempt.start().sequence(), attempt.startedAt(), parents);
    }

    private static JoinTree tree(RunState before, long begun, Instant at, List<String> parents) {
        List<StepId> steps = new ArrayList<>(parents.size());
        parents.forEach(parent -> steps.add(new StepId(parent)));
        return JoinTree.of(steps, index -> new StepId(Names.joinStep(before.header(), begun, index, at)));
    }
}
