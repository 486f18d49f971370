package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonPointer;
import dev.waybill.engine.channel.ChannelRefused;
import dev.waybill.engine.node.ApprovalGate;
import dev.waybill.engine.node.FailureKind;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.engine.state.Attempt;
import dev.waybill.engine.state.NodeEnd;
import dev.waybill.engine.state.NodeFold;
import dev.waybill.engine.state.Phase;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.RunFact;
import dev.waybill.workflow.RetryPolicy;
import dev.waybill.workflow.WorkflowEdge;
import dev.waybill.workflow.WorkflowNode;
import dev.waybill.workflow.expression.ExpressionException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// How an attempt ends, and what follows from it at once: where the run goes on, whether it is tried again, whether it
/// fails.
final class Ends {

    private final Decision decision;
    private final NodeTypes types;
    private final Limits limits;

    Ends(Decision decision, NodeTypes types, Limits limits) {
        this.decision = decision;
        this.types = types;
        this.limits = limits;
    }

    void complete(WorkflowNode node, NodeResult.Done done, Because why) {
        boolean rejected = done.port().equals(ApprovalGate.REJECTED_PORT);
        if (rejected && !Edges.catchesRejection(decision.state(), node.id())) {
            fail(node, Deciders.rejected(node.id(), done.outputs()), why);
            return;
        }
        RunError refused = Writes.apply(decision, node, done.writes(), why.cause());
        if (refused != null) {
            fail(node, refused, why);
            return;
        }
        NodeFact.NodeCompleted completed = new NodeFact.NodeCompleted(node.id(), done.outputs());
        List<String> sensitive = Sensitive.outputs(decision.state(), node, done).stream()
                .map(name -> JsonPointer.member("/outputs", name))
                .toList();
        NodeEnd end = NodeEnd.completed(done.outputs());
        try {
            List<WorkflowEdge> taken = Edges.taken(decision.state(), node.id(), end, done);
            Event recorded = decision.emit(completed, why.cause(), Edges.hidden(why.hidden(), taken), sensitive);
            checkRounds(taken, recorded);
        } catch (ExpressionException | ChannelRefused e) {
            endUndecided(completed, why, conditionFailed(node, e), sensitive);
        }
    }

    /// The node has ended, and nobody can say where the run goes on: it fails, and a branch that begins here, too.
    private void endUndecided(NodeFact end, Because why, RunError problem, List<String> sensitive) {
        Event recorded =
                decision.emit(end, why.cause(), why.hidden().with(NodeFold.UNDECIDED, problem.toJson()), sensitive);
        failRun(problem, end.nodeId(), recorded.eventId());
    }

    private void checkRounds(List<WorkflowEdge> taken, Event end) {
        RunState state = decision.state();
        for (WorkflowEdge edge : taken) {
            long laps = state.loops().laps().getOrDefault(edge.id(), 0);
            long rounds = state.loops().rounds().getOrDefault(edge.id(), 0);
            if (laps > limits.laps(state, edge)) {
                breach(Breaches.LOOP_ITERATIONS, limits.laps(state, edge), laps, edge.target(), end.eventId());
                return;
            }
            if (rounds > limits.loopIterations(state)) {
                breach(Breaches.LOOP_ITERATIONS, limits.loopIterations(state), rounds, edge.target(), end.eventId());
                return;
            }
        }
    }

    void fail(WorkflowNode node, RunError error, Because why) {
        Attempt attempt = decision.state().node(node.id()).attempt();
        int number = attempt == null ? 1 : attempt.number();
        RetryPolicy retry = types.find(node)
                .map(type -> type.retry(node))
                .orElse(node.settings().retry());
        boolean again =
                error.retryable() && retry.allows(number) && decision.state().phase() != Phase.ENDING;
        long wait = FailureKind.waitMs(error);
        if (again && wait <= FailureKind.LONGEST_WAIT.toMillis()) {
            long delay = Math.max(wait, retry.delayMs(number));
            decision.emit(new NodeFact.NodeRetried(node.id(), number + 1, delay, error), why.cause(), why.hidden());
            return;
        }
        NodeEnd end = NodeEnd.failed(error);
        try {
            List<WorkflowEdge> taken = Edges.caught(decision.state(), node.id(), end);
            Event recorded = decision.emit(
                    new NodeFact.NodeFailed(node.id(), error, number), why.cause(), Edges.hidden(why.hidden(), taken));
            if (taken.isEmpty() && !Edges.toleratesFailure(decision.state(), node.id())) {
                failRun(error, node.id(), recorded.eventId());
            }
            checkRounds(taken, recorded);
        } catch (ExpressionException | ChannelRefused e) {
            endUndecided(new NodeFact.NodeFailed(node.id(), error, number), why, conditionFailed(node, e), List.of());
        }
    }

    private static RunError conditionFailed(WorkflowNode node, RuntimeException e) {
        return e instanceof ChannelRefused refused
                ? refused.error()
                : RunError.of("condition_failed", "an edge out of node " + node.id() + ": " + e.getMessage());
    }

    /// What follows at once from a recorded end.
    void follow(Event end) {
        RunError undecided = NodeFold.undecided(end);
        if (undecided != null) {
            failRun(undecided, end.nodeId(), end.eventId());
            return;
        }
        if (end.fact() instanceof NodeFact.NodeFailed failed
                && NodeFold.taken(end).isEmpty()
                && !Edges.toleratesFailure(decision.state(), failed.nodeId())) {
            failRun(failed.error(), failed.nodeId(), end.eventId());
        }
        List<String> taken = NodeFold.taken(end);
        checkRounds(
                decision.state().workflow().outgoing(Objects.requireNonNull(end.nodeId())).stream()
                        .filter(edge -> taken.contains(edge.id()))
                        .toList(),
                end);
    }

    /// A bound was passed: the run says so and fails.
    void breach(String kind, long limit, long observed, @Nullable String nodeId, @Nullable String cause) {
        DataFact.CapBreached breached = new DataFact.CapBreached(kind, limit, observed, nodeId);
        Event recorded = decision.emit(breached, cause);
        failRun(Breaches.error(breached), nodeId, recorded.eventId());
    }

    void failRun(RunError error, @Nullable String nodeId, @Nullable String cause) {
        if (decision.state().phase() == Phase.ENDING) {
            return;
        }
        decision.emit(
                decision.state().isBusy()
                        ? new RunFact.RunFailing(error, nodeId)
                        : new RunFact.RunFailed(error, nodeId),
                cause);
    }
}
