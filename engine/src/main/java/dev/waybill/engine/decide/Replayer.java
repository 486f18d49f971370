package dev.waybill.engine.decide;

import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.ReachedOutside;
import dev.waybill.engine.state.HandOver;
import dev.waybill.engine.state.Interrupt;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.Phase;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.Origin;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.ReplayFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.RunFact;
import dev.waybill.workflow.WorkflowNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Repeats a run from what its source recorded. What follows by itself is decided again and compared; what came from
/// outside (outcomes, answers, timers, hand-overs) is served from the source's log, and nothing reaches the outside.
public final class Replayer {

    private static final int MOST_EVENTS = 400;

    private final Decider decider;

    public Replayer(Decider decider) {
        this.decider = decider;
    }

    /// One transaction's worth of the replay; no events when there is nothing more to do.
    public Decision replay(RunState state, ReplayScript script) {
        Decision decision = new Decision(state, script);
        Nodes nodes = new Nodes(decision, decider.types(), decider.limits());
        Progress progress = new Progress(decision, nodes);
        if (state.phase() == Phase.UNBORN) {
            begin(decision, script);
        }
        if (state.isGuided()) {
            new GuidedReplay(decision, script, progress).goOn(MOST_EVENTS);
            return decision;
        }
        while (decision.size() < MOST_EVENTS && !decision.state().isTerminal()) {
            boolean alone = decision.state().diverged() || script.followsByItself(decision.state());
            boolean moved = alone && progress.step();
            if (!moved && !serve(decision, script, nodes) && !progress.step()) {
                break;
            }
        }
        return decision;
    }

    private static void begin(Decision decision, ReplayScript script) {
        Event first = script.at(0);
        if (first == null) {
            throw new Refused(RefusalCode.INVALID_FROM_SEQ, "the source of the replay has no events");
        }
        decision.repeat(first, first.causationId());
    }

    private static boolean serve(Decision decision, ReplayScript script, Nodes nodes) {
        return decision.state().diverged()
                ? serveByExecution(decision, script, nodes)
                : serveNext(decision, script, nodes);
    }

    /// The source's next event, verbatim.
    private static boolean serveNext(Decision decision, ReplayScript script, Nodes nodes) {
        Event next = script.at(decision.state().head());
        if (next == null) {
            return serveByExecution(decision, script, nodes);
        }
        ReplayFact.ReplayDiverged rerun = script.rerun(decision.state(), next);
        if (rerun != null) {
            // The record still stands: what follows is what the source's outcome leads to.
            decision.diverge(rerun);
            return true;
        }
        ReplayFact.DivergedAtRefusal refusal = script.refusal(decision.state(), next);
        if (refusal != null) {
            stop(decision, nodes, refusal);
        } else if (!waitAgain(decision, nodes, next)) {
            serve(decision, script, next);
        }
        return true;
    }

    /// What only waits is done again, like everything that touches nothing: the time is the source's.
    private static boolean waitAgain(Decision decision, Nodes nodes, Event next) {
        String nodeId = next.nodeId();
        if (!(next.fact() instanceof NodeFact.NodeCompleted)
                || nodeId == null
                || !(decision.state().node(nodeId).occupation() instanceof Occupation.Delaying delaying)
                || !nodes.isPureWait(decision.state().definition(nodeId))) {
            return false;
        }
        nodes.rested(decision.state().definition(nodeId), delaying);
        return true;
    }

    /// Neither answer can stand for the other: the replay ends here, whoever would catch the failure.
    private static void stop(Decision decision, Nodes nodes, ReplayFact.DivergedAtRefusal refusal) {
        Event diverged = decision.diverge(refusal, Causes.of(decision.state(), refusal.nodeId()));
        RunError error = RunError.of(
                "replay_diverged_at_refusal",
                "node %s: the source's answer was %s, and now it is %s"
                        .formatted(refusal.nodeId(), refusal.originalEnvelopeKind(), refusal.replayEnvelopeKind()));
        nodes.end(decision.state().definition(refusal.nodeId()), new NodeResult.Failed(error));
        if (!decision.state().isTerminal()) {
            nodes.ends().failRun(error, refusal.nodeId(), diverged.eventId());
        }
    }

    /// What came from outside is there again. A cancel is no part of what the run does: who checks a run finds it as it
    /// was, who asks what the run would have done goes past it.
    static void serve(Decision decision, ReplayScript script, Event next) {
        boolean past = next.fact() instanceof RunFact.RunCancelling
                && decision.state().header().origin() instanceof Origin.Fork fork
                && fork.mode() == ForkMode.REPLAY;
        if (past) {
            decision.diverge(script.missing(decision.state(), next));
        } else {
            decision.repeat(next, next.causationId());
        }
    }

    /// Once the ways have parted, each pending execution gets what its namesake in the source got, or fails.
    private static boolean serveByExecution(Decision decision, ReplayScript script, Nodes nodes) {
        RunState state = decision.state();
        if (state.phase() == Phase.PAUSED || state.phase() == Phase.PAUSING) {
            decision.emit(new RunFact.RunResumed(), Causes.pause(state));
            return true;
        }
        for (NodeState node : state.nodes().values()) {
            if (serve(decision, script, nodes, node)) {
                return true;
            }
        }
        return false;
    }

    private static boolean serve(Decision decision, ReplayScript script, Nodes nodes, NodeState node) {
        List<Event> outcome = script.outcome(node.id(), node.recordedEnds() + 1);
        switch (node.occupation()) {
            case Occupation.Idle _ -> {
                return false;
            }
            case Occupation.Retrying retrying -> nodes.retry(decision.state().definition(node.id()), retrying);
            case Occupation.Delaying delaying -> {
                WorkflowNode definition = decision.state().definition(node.id());
                if (nodes.isPureWait(definition)) {
                    nodes.rested(definition, delaying);
                } else if (!serveOutcome(decision, script, nodes, outcome)) {
                    nodes.end(definition, missing(node));
                }
            }
            case Occupation.Asking _ -> {
                if (!answer(decision, script, node) && !serveOutcome(decision, script, nodes, outcome)) {
                    nodes.end(decision.state().definition(node.id()), missing(node));
                }
            }
            case Occupation.Working _, Occupation.HandingOver _ -> {
                if (!fits(node.occupation(), outcome) || !serveOutcome(decision, script, nodes, outcome)) {
                    nodes.end(decision.state().definition(node.id()), missing(node));
                }
            }
        }
        return true;
    }

    private static NodeResult missing(NodeState node) {
        return NodeResult.failed(
                ReachedOutside.CODE, "the source recorded no outcome for this execution of node " + node.id());
    }

    /// Whether the source's execution handed over what this one does: once the ways have parted, a supervisor may have
    /// decided something else.
    private static boolean fits(Occupation occupation, @Nullable List<Event> outcome) {
        return !(occupation instanceof Occupation.HandingOver handing)
                || outcome == null
                || outcome.stream()
                        .filter(event -> event.fact() instanceof HandOverFact.HandOver)
                        .allMatch(event ->
                                // What was sent back is done again behind the others.
                                HandOver.index(event) >= handing.handOvers().size()
                                        ? isRevised(outcome)
                                        : ((HandOverFact.HandOver) event.fact())
                                                .workerId()
                                                .equals(handing.handOvers()
                                                        .get(HandOver.index(event))
                                                        .plan()
                                                        .workerId()));
    }

    private static boolean isRevised(List<Event> outcome) {
        return outcome.stream().anyMatch(event -> event.hidden().has(HandOver.REVISION));
    }

    private static boolean serveOutcome(
            Decision decision, ReplayScript script, Nodes nodes, @Nullable List<Event> outcome) {
        if (outcome == null || outcome.getLast().fact() instanceof NodeFact.NodeCancelled) {
            return false;
        }
        nodes.ends().follow(repeat(decision, script, outcome));
        return true;
    }

    /// What the source recorded before the ways parted is here already.
    ///
    /// @return the end
    private static Event repeat(Decision decision, ReplayScript script, List<Event> outcome) {
        Map<String, String> names = new HashMap<>();
        Event last = outcome.getFirst();
        for (Event event : outcome) {
            if (!isShared(decision.state(), event)) {
                last = decision.repeat(event, cause(decision.state(), script, event, names));
                names.put(event.eventId(), last.eventId());
            }
        }
        return last;
    }

    private static boolean isShared(RunState state, Event event) {
        Long parted = state.position().divergedAt();
        return parted != null && event.sequence() < parted;
    }

    /// What led to an event of the source leads to it here as well: what was served of the same outcome, what
    /// both runs share, or what the node does here instead.
    private static @Nullable String cause(RunState state, ReplayScript script, Event event, Map<String, String> names) {
        if (event.causationHostId() != null) {
            // What another host did led to it, whatever this run does instead.
            return event.causationId();
        }
        String served = names.get(event.causationId());
        if (served != null) {
            return served;
        }
        Event cause = script.cause(event);
        return cause != null && isShared(state, cause)
                ? cause.eventId()
                : Causes.instead(state, Objects.requireNonNull(event.nodeId()), cause);
    }

    private static boolean answer(Decision decision, ReplayScript script, NodeState node) {
        for (Interrupt interrupt : decision.state().interrupts().values()) {
            Event resolution = script.resolution(interrupt.key());
            if (interrupt.nodeId().equals(node.id())
                    && resolution != null
                    && resolution.fact() instanceof InterruptFact.InterruptResolved said) {
                Event settled = decision.emit(
                        new InterruptFact.InterruptResolved(
                                node.id(), interrupt.id(), interrupt.kind(), said.resumeValue(), said.resolvedBy()),
                        interrupt.event().id());
                if (!Questions.isAsking(decision.state(), node.id())) {
                    Questions.resume(decision, node.id(), interrupt.id(), said.resumeValue(), settled.eventId());
                }
                return true;
            }
        }
        return false;
    }
}
