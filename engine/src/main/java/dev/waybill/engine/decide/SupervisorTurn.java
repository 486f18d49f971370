package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.channel.ChannelRefused;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.OrchestratorDecision;
import dev.waybill.engine.node.Proposal;
import dev.waybill.engine.node.Question;
import dev.waybill.engine.node.SupervisorNode;
import dev.waybill.engine.node.Verdict;
import dev.waybill.engine.state.Interrupt;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.RunState;
import dev.waybill.engine.state.Turn;
import dev.waybill.journal.event.OrchestratorFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.workflow.WorkflowNode;
import dev.waybill.workflow.expression.ExpressionException;
import java.util.List;
import java.util.Objects;

/// A supervisor's turn ends with exactly one decision, recorded before anything follows from it.
final class SupervisorTurn {

    private static final String DECISION = "decision";

    private final Decision decision;
    private final Nodes nodes;

    SupervisorTurn(Decision decision, Nodes nodes) {
        this.decision = decision;
        this.nodes = nodes;
    }

    /// Whether the node has decided already, and has only to end.
    static boolean isDecided(RunState state, NodeState node) {
        Turn turn = state.delegation().latest();
        return turn != null && turn.isPending() && turn.nodeId().equals(node.id()) && turn.ordinal() == node.ordinal();
    }

    /// What the configuration says is decided at once; anybody else is asked outside.
    void think(WorkflowNode node, NodeCall call) {
        RunState state = decision.state();
        if (isDecided(state, state.node(node.id()))) {
            conclude(node);
        } else if (SupervisorNode.planner(node).isEmpty()) {
            Proposal proposal;
            try {
                proposal = new SupervisorNode()
                        .propose(call, state.delegation().turns().size(), () -> Scope.ofTurn(state, node));
            } catch (ExpressionException | IllegalArgumentException | ChannelRefused e) {
                fail(node, e);
                return;
            }
            consider(node, call, proposal);
        }
    }

    private void fail(WorkflowNode node, RuntimeException e) {
        nodes.end(node, NodeResult.failed("bad_decision", "supervisor %s: %s".formatted(node.id(), e.getMessage())));
    }

    /// What somebody outside proposes.
    void take(WorkflowNode node, NodeCall call, NodeResult.Done done) {
        RunError refused = Writes.apply(decision, node, done.writes(), Causes.of(decision.state(), node.id()));
        if (refused != null) {
            nodes.end(node, new NodeResult.Failed(refused));
            return;
        }
        try {
            consider(node, call, Proposal.ofJson(done.outputs()));
        } catch (IllegalArgumentException e) {
            fail(node, e);
        }
    }

    /// An agent that is not sure enough of itself proposes; a person decides.
    private void consider(WorkflowNode node, NodeCall call, Proposal proposal) {
        JsonNumber threshold = call.threshold();
        if (!OrchestratorDecision.isBelow(proposal.confidence(), threshold)) {
            decide(node, proposal.decision());
            return;
        }
        JsonObject data = JsonObject.builder()
                .put("agentId", SupervisorNode.agent(node).agentId())
                .put("threshold", threshold)
                .putIfPresent("observed", proposal.confidence())
                .put(DECISION, proposal.decision().json())
                .build();
        int asked = decision.state().node(node.id()).answers().size();
        String key = "%s:%d:ratify:%d".formatted(node.id(), call.ordinal(), asked + 1);
        nodes.end(
                node,
                new NodeResult.Ask(
                        List.of(new Question(key, Question.LOW_CONFIDENCE, data, null, Verdict.answerSchema()))));
    }

    private void decide(WorkflowNode node, OrchestratorDecision decided) {
        RunState state = decision.state();
        long iteration = state.delegation().iterations() + 1L;
        decision.emit(
                new OrchestratorFact.Decided(
                        node.id(), SupervisorNode.agent(node).agentId(), decided.json(), iteration),
                Causes.of(state, node.id()));
        conclude(node);
    }

    private void conclude(WorkflowNode node) {
        Turn turn = Objects.requireNonNull(decision.state().delegation().latest());
        if (!new Verifications(decision, nodes).overDecision(node, turn)) {
            end(node);
        }
    }

    /// The decision stands, with its verdict if there is one.
    void end(WorkflowNode node) {
        JsonObject decided = Objects.requireNonNull(
                        decision.state().delegation().latest())
                .decision()
                .json();
        nodes.ends()
                .complete(
                        node,
                        (NodeResult.Done) NodeResult.done(JsonObject.EMPTY.with(DECISION, decided)),
                        Because.of(Causes.of(decision.state(), node.id())));
    }

    /// A person has ratified the proposal, replaced it, or rejected it: then the supervisor thinks again.
    void answered(WorkflowNode node, NodeCall call, Interrupt question, JsonValue answer) {
        Verdict verdict = Verdict.of(answer);
        if (verdict == Verdict.REJECT) {
            think(node, call);
            return;
        }
        OrchestratorDecision proposed = OrchestratorDecision.of(question.data().get(DECISION));
        decide(node, verdict.about(proposed, answer));
    }
}
