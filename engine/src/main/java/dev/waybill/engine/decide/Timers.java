package dev.waybill.engine.decide;

import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.state.Ending;
import dev.waybill.engine.state.Interrupt;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.Phase;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.event.RunError;
import dev.waybill.workflow.WorkflowNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// What deadlines bring about. A deadline fires late when the process slept, and once.
public final class Timers {

    private final Decision decision;
    private final Nodes nodes;

    Timers(Decision decision, Nodes nodes) {
        this.decision = decision;
        this.nodes = nodes;
    }

    /// The next moment at which the run must be looked at, whoever else moves it meanwhile; null when there is none.
    public static @Nullable Instant nextDue(RunState state) {
        return switch (state.phase()) {
            case RUNNING, PAUSING -> earliest(state);
            case ENDING ->
                state.ending() instanceof Ending.Cancelling cancelling && state.isBusy()
                        ? cancelling.graceUntil()
                        : null;
            case UNBORN, PAUSED, ENDED -> null;
        };
    }

    private static @Nullable Instant earliest(RunState state) {
        Instant due = runDeadline(state);
        for (NodeState node : state.nodes().values()) {
            boolean waits = state.phase() == Phase.PAUSING && node.occupation() instanceof Occupation.Retrying;
            due = waits ? due : earlier(due, node.occupation().dueAt());
        }
        for (Interrupt interrupt : state.interrupts().values()) {
            due = earlier(due, interrupt.deadline());
        }
        return due;
    }

    private static @Nullable Instant earlier(@Nullable Instant a, @Nullable Instant b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return a.isBefore(b) ? a : b;
    }

    /// The first moment that is past the run's limit: what took exactly as long as allowed is no breach.
    private static @Nullable Instant runDeadline(RunState state) {
        OptionalLong timeout = Limits.runTimeoutMs(state);
        return timeout.isEmpty() || state.startedAt() == null
                ? null
                : state.startedAt().plusMillis(timeout.getAsLong() + 1);
    }

    void fire() {
        Phase phase = decision.state().phase();
        if (phase != Phase.RUNNING && phase != Phase.PAUSING) {
            return;
        }
        if (runIsOver()) {
            return;
        }
        for (Interrupt interrupt : List.copyOf(decision.state().interrupts().values())) {
            if (isDue(interrupt.deadline()) && decision.state().interrupts().containsKey(interrupt.id())) {
                nodes.answered(decision.state().definition(interrupt.nodeId()), interrupt, null);
            }
        }
        for (NodeState node : List.copyOf(decision.state().nodes().values())) {
            if (isDue(node.occupation().dueAt()) && decision.state().phase() == phase) {
                fire(decision.state().definition(node.id()), node.occupation());
            }
        }
    }

    private boolean runIsOver() {
        RunState state = decision.state();
        Instant deadline = runDeadline(state);
        if (deadline == null || !isDue(deadline) || state.startedAt() == null) {
            return false;
        }
        long limit = Limits.runTimeoutMs(state).orElseThrow();
        long elapsed = Duration.between(state.startedAt(), decision.now()).toMillis();
        nodes.ends().breach(Breaches.RUN_DURATION, limit, elapsed, null, Causes.start(state));
        return true;
    }

    private boolean isDue(@Nullable Instant deadline) {
        return deadline != null && !decision.now().isBefore(deadline);
    }

    private void fire(WorkflowNode node, Occupation occupation) {
        switch (occupation) {
            case Occupation.Delaying delaying -> nodes.rested(node, delaying);
            case Occupation.Retrying retrying -> {
                if (decision.state().phase() == Phase.RUNNING) {
                    nodes.retry(node, retrying);
                }
            }
            case Occupation.Working _ ->
                nodes.end(
                        node,
                        new NodeResult.Failed(RunError.retryable(
                                "node_timeout",
                                "node %s took longer than its %d ms"
                                        .formatted(
                                                node.id(),
                                                node.settings().timeoutMs().orElse(0)))));
            case Occupation.Idle _, Occupation.Asking _, Occupation.HandingOver _ -> {
                // These have no deadline of their own.
            }
        }
    }
}
