package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.state.Arrival;
import dev.waybill.engine.state.Breach;
import dev.waybill.engine.state.Ending;
import dev.waybill.engine.state.EventRef;
import dev.waybill.engine.state.HandOver;
import dev.waybill.engine.state.NodeEnd;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.Rounds;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.event.DrainPolicy;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.RunFact;
import dev.waybill.workflow.WorkflowNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What follows by itself: nodes start, are skipped, and the run ends, until it has to wait for somebody.
final class Progress {

    /// A turn that gets longer than this is committed first and continued afterwards.
    static final int MOST_EVENTS = 400;

    private final Decision decision;
    private final Nodes nodes;

    Progress(Decision decision, Nodes nodes) {
        this.decision = decision;
        this.nodes = nodes;
    }

    void settle() {
        while (decision.size() < MOST_EVENTS && step()) {
            // Each step is decided on what the steps before it made true.
        }
    }

    /// One thing that follows by itself; false when there is none.
    boolean step() {
        return switch (decision.state().phase()) {
            case RUNNING -> !decision.state().isGuided() && goOn();
            case PAUSING -> goOnHalfway() || pause();
            case ENDING -> finishDecided() || end();
            case UNBORN, PAUSED, ENDED -> false;
        };
    }

    /// Of a graph; a guided run goes on when its agent does.
    private boolean goOn() {
        return failBreached() || goOnHalfway() || failUncaught() || startNext() || skipNext() || complete();
    }

    private boolean goOnHalfway() {
        for (NodeState node : decision.state().nodes().values()) {
            if (!node.isIdle() && nodes.finishHalfDone(decision.state().definition(node.id()))) {
                return true;
            }
        }
        return false;
    }

    /// A turn that has decided ends, also in a branch of a run that is ending: it must not be asked for another
    /// decision.
    private boolean finishDecided() {
        for (NodeState node : decision.state().nodes().values()) {
            WorkflowNode definition = decision.state().definition(node.id());
            // One that waits for its critic is cancelled with it.
            if (node.occupation() instanceof Occupation.Working
                    && definition.typeId().equals(WorkflowNode.SUPERVISOR)
                    && SupervisorTurn.isDecided(decision.state(), node)
                    && nodes.finishHalfDone(definition)) {
                return true;
            }
        }
        return false;
    }

    /// A bound that was passed ends the run, also in a branch that begins right behind it.
    private boolean failBreached() {
        Breach breach = decision.state().life().breach();
        if (breach != null) {
            nodes.ends()
                    .failRun(
                            Breaches.error(breach.bound()),
                            breach.bound().nodeId(),
                            breach.event().id());
        }
        return breach != null;
    }

    /// A failure that nobody caught ends the run, also in a branch that begins right behind it.
    private boolean failUncaught() {
        Optional<NodeState> failed = uncaught(decision.state());
        failed.ifPresent(node -> nodes.ends().failRun(why(node), node.id(), ended(node)));
        return failed.isPresent();
    }

    private static @Nullable String ended(NodeState node) {
        EventRef end = Objects.requireNonNull(node.last()).event();
        return end == null ? Causes.OUTSIDE : end.id();
    }

    private static RunError why(NodeState failed) {
        NodeEnd end = Objects.requireNonNull(failed.last());
        return end.undecided() != null ? end.undecided() : Objects.requireNonNull(end.error());
    }

    private static Optional<NodeState> uncaught(RunState state) {
        for (NodeState node : state.nodes().values()) {
            if (node.last() != null && isUncaught(state, node.id(), node.last())) {
                return Optional.of(node);
            }
        }
        return Optional.empty();
    }

    private static boolean isUncaught(RunState state, String nodeId, NodeEnd end) {
        boolean failed = end.kind() == NodeEnd.Kind.FAILED
                && !Edges.hasErrorPort(state, nodeId)
                && !Edges.toleratesFailure(state, nodeId);
        return failed || end.undecided() != null;
    }

    private boolean startNext() {
        Optional<WorkflowNode> next = nextToStart(decision.state());
        next.ifPresent(nodes::start);
        return next.isPresent();
    }

    static boolean canStart(RunState state) {
        return nextToStart(state).isPresent();
    }

    private static Optional<WorkflowNode> nextToStart(RunState state) {
        for (WorkflowNode node : state.workflow().definition().nodes()) {
            NodeState known = state.node(node.id());
            if (known.isIdle() && (known.call() != null || (!known.fired() && Joins.holds(state.workflow(), known)))) {
                return Optional.of(node);
            }
        }
        return Optional.empty();
    }

    /// A node is skipped when something came to it, its rule does not hold, and nothing that still goes on can reach
    /// it.
    private boolean skipNext() {
        RunState state = decision.state();
        Optional<WorkflowNode> next = nextToSkip(state);
        next.ifPresent(node -> nodes.skip(state.node(node.id()), reason(state.node(node.id())), JsonObject.EMPTY));
        return next.isPresent();
    }

    private static Optional<WorkflowNode> nextToSkip(RunState state) {
        List<String> touched = new ArrayList<>();
        List<String> live = new ArrayList<>();
        for (NodeState node : state.nodes().values()) {
            if (!node.isIdle()) {
                live.add(node.id());
            } else if (!node.fired() && !node.arrivals().isEmpty()) {
                touched.add(node.id());
            }
        }
        if (touched.isEmpty()) {
            return Optional.empty();
        }
        Set<String> reached = Rounds.reachable(state.workflow(), live, true);
        for (WorkflowNode node : state.workflow().definition().nodes()) {
            if (touched.contains(node.id())
                    && !reached.contains(node.id())
                    && !waitsForTouched(state, node.id(), touched)) {
                return Optional.of(node);
            }
        }
        return Optional.empty();
    }

    /// A touched node behind another touched one is decided after it.
    private static boolean waitsForTouched(RunState state, String nodeId, List<String> touched) {
        List<String> others = new ArrayList<>(touched);
        others.remove(nodeId);
        Set<String> behindOthers = Rounds.reachable(state.workflow(), others, false);
        return behindOthers.contains(nodeId);
    }

    private static String reason(NodeState node) {
        boolean failed = node.arrivals().values().stream().anyMatch(arrival -> arrival.kind() == Arrival.Kind.FAILED);
        return failed ? "a node before it failed" : "no way to it was taken";
    }

    private boolean complete() {
        RunState state = decision.state();
        if (state.isBusy() || canStart(state)) {
            return false;
        }
        decision.emit(
                new RunFact.RunCompleted(outputs(state), state.delegation().gaveUp()), Causes.lastEnd(state));
        return true;
    }

    /// What the last nodes gave, by node.
    private static JsonObject outputs(RunState state) {
        Map<String, JsonValue> outputs = new LinkedHashMap<>();
        for (String exit : state.workflow().exits()) {
            NodeEnd end = state.node(exit).last();
            if (end != null && end.kind() == NodeEnd.Kind.COMPLETED) {
                outputs.put(exit, end.outputs());
            }
        }
        return new JsonObject(outputs);
    }

    /// Whether a node is doing something that a pause lets finish.
    static boolean isAtWork(RunState state) {
        return state.nodes().values().stream()
                .anyMatch(node -> node.occupation() instanceof Occupation.Working
                        || node.occupation() instanceof Occupation.Delaying);
    }

    private boolean pause() {
        if (isAtWork(decision.state())) {
            return false;
        }
        decision.emit(
                new RunFact.RunPaused(decision.state().pauseReason(), DrainPolicy.DRAIN_CURRENT_NODE),
                Causes.pause(decision.state()));
        return true;
    }

    /// The second phase of an end: what waits is cancelled at once, work outside has its grace, children end first.
    private boolean end() {
        RunState state = decision.state();
        for (NodeState node : state.nodes().values()) {
            if (!node.isIdle() && mayCancel(node)) {
                decision.emit(new NodeFact.NodeCancelled(node.id(), "the run is ending"), Causes.ending(state));
                return true;
            }
        }
        if (state.isBusy()) {
            return false;
        }
        Ending ending = state.ending();
        switch (ending) {
            case Ending.Failing failing ->
                decision.emit(new RunFact.RunFailed(failing.error(), failing.failedNodeId()), Causes.lastEnd(state));
            case Ending.Cancelling cancelling ->
                decision.emit(
                        new RunFact.RunCancelled(cancelling.reason(), cancelling.by(), cancelling.parentRunId()),
                        Causes.lastEnd(state));
            case null -> throw new IllegalStateException("a run that is ending knows how");
        }
        return true;
    }

    private boolean mayCancel(NodeState node) {
        RunState state = decision.state();
        return switch (node.occupation()) {
            case Occupation.Working _ ->
                state.ending() instanceof Ending.Cancelling cancelling
                        ? !decision.now().isBefore(cancelling.graceUntil())
                        : true;
            // A child that is there must end first; one that is not there yet will never be.
            case Occupation.HandingOver handing -> handing.all().noneMatch(HandOver::isHeld);
            case Occupation.Delaying _, Occupation.Retrying _, Occupation.Asking _ -> true;
            case Occupation.Idle _ -> false;
        };
    }

    /// Whether something follows by itself that is not recorded yet: a long turn is continued by the next one.
    static boolean isUnderWay(RunState state) {
        return switch (state.phase()) {
            case UNBORN -> true;
            case RUNNING -> !state.isGuided() && goesOn(state);
            case PAUSING -> !isAtWork(state);
            case ENDING -> !state.isBusy() || canCancel(state);
            case PAUSED, ENDED -> false;
        };
    }

    private static boolean goesOn(RunState state) {
        return !state.isBusy() || canStart(state) || nextToSkip(state).isPresent() || isHalfway(state);
    }

    private static boolean isHalfway(RunState state) {
        return state.nodes().values().stream().anyMatch(node -> switch (node.occupation()) {
            case Occupation.Asking _ -> !Questions.isAsking(state, node.id());
            case Occupation.HandingOver handing -> HandOvers.goesOn(state, node.id(), handing);
            default -> false;
        });
    }

    /// What waits is cancelled without anybody's help; work outside and children are somebody's.
    private static boolean canCancel(RunState state) {
        return state.nodes().values().stream().anyMatch(node -> switch (node.occupation()) {
            case Occupation.Delaying _, Occupation.Retrying _, Occupation.Asking _ -> true;
            case Occupation.HandingOver handing -> handing.all().noneMatch(HandOver::isHeld);
            case Occupation.Working _ -> state.ending() instanceof Ending.Failing;
            case Occupation.Idle _ -> false;
        });
    }
}
