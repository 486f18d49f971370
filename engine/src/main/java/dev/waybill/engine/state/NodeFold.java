package dev.waybill.engine.state;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import dev.waybill.journal.CorruptLog;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.Mask;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.workflow.TriggerRule;
import dev.waybill.workflow.WorkflowEdge;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.pcollections.PVector;
import org.pcollections.TreePMap;

/// What an event makes of the nodes: who is at work, and what their ends lead to.
public final class NodeFold {

    /// In the hidden part of a node's end: the edges that were taken.
    public static final String TAKEN = "taken";

    /// In the hidden part of a node's start: what it was given.
    public static final String INPUTS = "inputs";

    /// What an activity keeps for itself, in the private part of its progress, or of what became of a child.
    public static final String KEPT = "kept";

    /// Beside what is kept of a child: which execution of the node it is for.
    public static final String ORDINAL = "ordinal";

    /// In the hidden part of a retry: what a critic looked at, which the next attempt is told.
    public static final String CRITIQUE = "critique";

    /// In the hidden part of a node's start or skip: the arrivals beside the one that it names as its cause.
    public static final String JOINED = "joined";

    /// In the hidden part of a node's end: why nobody could say where the run goes on.
    public static final String UNDECIDED = "undecided";

    private NodeFold() {}

    /// The edges that were taken from a node's end.
    public static List<String> taken(Event end) {
        return Fold.names(end.hidden(), TAKEN);
    }

    /// The arrivals of a join beside the one that a start or a skip names as its cause, by event id.
    public static List<String> joined(Event start) {
        return Fold.names(start.hidden(), JOINED);
    }

    /// Why nobody could say where the run goes on from a node's end; null when somebody could.
    public static @Nullable RunError undecided(Event end) {
        return end.hidden().object(UNDECIDED).map(RunError::ofJson).orElse(null);
    }

    /// The outputs that the wire does not show.
    private static List<String> masked(Event end) {
        JsonObject parts = end.hidden().object(Mask.MEMBER).orElse(JsonObject.EMPTY);
        return end.fact() instanceof NodeFact.NodeCompleted completed
                ? completed.outputs().members().keySet().stream()
                        .filter(name -> parts.has(JsonPointer.member("/outputs", name)))
                        .toList()
                : List.of();
    }

    static RunState node(RunState state, NodeFact fact, Event event) {
        return switch (fact) {
            case NodeFact.NodeStarted started -> started(state, started, event);
            case NodeFact.NodeProgressed _ -> state;
            case NodeFact.NodeCompleted completed ->
                ended(
                        state,
                        event,
                        NodeEnd.completed(completed.outputs())
                                .masking(masked(event))
                                .signedBy(step(state, fact.nodeId())));
            case NodeFact.NodeFailed failed ->
                ended(state, event, NodeEnd.failed(failed.error()).signedBy(step(state, fact.nodeId())));
            case NodeFact.NodeCancelled _ -> cancelled(state, fact.nodeId(), event);
            case NodeFact.NodeSkipped _ -> skipped(state, fact.nodeId(), event);
            case NodeFact.NodeRetried retried -> retried(state, retried, event);
            case NodeFact.NodeSuspended _ -> suspended(state, fact.nodeId());
            case NodeFact.NodeResumed _ -> resumed(state, fact.nodeId(), event);
        };
    }

    private static RunState started(RunState state, NodeFact.NodeStarted fact, Event event) {
        JsonObject inputs = event.hidden().object(INPUTS).orElse(JsonObject.EMPTY);
        Attempt attempt = new Attempt(
                fact.attempt(),
                EventRef.of(event),
                EventRef.of(event),
                event.timestamp(),
                Names.step(state.header(), event.sequence(), event.timestamp()),
                inputs,
                state.position().memory(),
                state.position().workspace(),
                JsonArray.EMPTY);
        PVector<HandOver> handOvers = HandOver.begun(event, EventRef.of(event));
        Occupation atWork = handOvers.isEmpty()
                ? working(state, fact.nodeId(), attempt)
                : new Occupation.HandingOver(attempt, handOvers);
        Occupation doing = fact.delayMs() == null
                ? atWork
                : new Occupation.Delaying(
                        attempt, fact.delayMs(), event.timestamp().plusMillis(fact.delayMs()));
        RunState fresh = state.with(state.data().settled(fact.nodeId()));
        if (state.node(fact.nodeId()).occupation() instanceof Occupation.Retrying retrying) {
            return fresh.node(fact.nodeId(), node -> node.tried(doing, retrying.failedStep()));
        }
        return fresh.node(fact.nodeId(), node -> node.begun(doing, event.causationId()))
                .with(state.loops().executed());
    }

    /// Another host did some of the work.
    static RunState helped(RunState state, String nodeId, Event event) {
        JsonObject run = Elsewhere.of(event).orElse(null);
        return run != null && state.node(nodeId).occupation() instanceof Occupation.Working working
                ? state.node(
                        nodeId,
                        node -> node.doing(
                                new Occupation.Working(working.attempt().helpedBy(run), working.deadline())))
                : state;
    }

    private static Occupation working(RunState state, String nodeId, Attempt attempt) {
        OptionalLong timeout = state.definition(nodeId).settings().timeoutMs();
        Instant deadline = timeout.isPresent() ? state.time().plusMillis(timeout.getAsLong()) : null;
        return new Occupation.Working(attempt, deadline);
    }

    /// Who hands over keeps what children brought back while people are asked about it.
    private static RunState suspended(RunState state, String nodeId) {
        return state.node(
                nodeId,
                node -> node.occupation() instanceof Occupation.HandingOver
                        ? node
                        : node.doing(new Occupation.Asking(attempt(state, nodeId))));
    }

    /// The node is executed again once all of its questions are answered, or all of its children are over: then what
    /// it does follows from what was signed for them.
    private static RunState resumed(RunState state, String nodeId, Event event) {
        if (state.node(nodeId).occupation() instanceof Occupation.HandingOver handing && !handing.resumes()) {
            return state.node(nodeId, node -> node.doing(handing.movedBy(EventRef.of(event))));
        }
        return state.node(
                nodeId,
                node -> following(state, node, event)
                        .doing(working(state, nodeId, attempt(state, nodeId).movedBy(EventRef.of(event)))));
    }

    private static RunState retried(RunState state, NodeFact.NodeRetried fact, Event event) {
        Attempt attempt = attempt(state, fact.nodeId());
        JsonObject critique = event.hidden().object(CRITIQUE).orElse(null);
        Occupation waiting = new Occupation.Retrying(
                fact.attempt(),
                critique == null ? attempt.inputs() : attempt.inputs().with(CRITIQUE, critique),
                state.time().plusMillis(fact.delayMs()),
                attempt.stepId(),
                EventRef.of(event));
        return state.node(fact.nodeId(), node -> node.attemptEnded(waiting))
                .with(fallOf(state, fact.nodeId()))
                .with(state.loops().retried(fact.nodeId()));
    }

    /// A node that waits for its next attempt has signed for the last one; its cancel is a step of its own.
    private static RunState cancelled(RunState state, String nodeId, Event event) {
        if (state.node(nodeId).occupation() instanceof Occupation.Retrying retrying) {
            String step = Names.step(state.header(), event.sequence(), event.timestamp());
            RunState following = state.node(nodeId, node -> node.following(List.of(retrying.failedStep())));
            return ended(
                    following, event, NodeEnd.without(NodeEnd.Kind.CANCELLED).signedBy(step));
        }
        String step = step(state, nodeId);
        return ended(state, event, NodeEnd.without(NodeEnd.Kind.CANCELLED).signedBy(step));
    }

    private static RunState skipped(RunState state, String nodeId, Event event) {
        String step = Names.step(state.header(), event.sequence(), event.timestamp());
        RunState begun = state.node(nodeId, node -> node.begun(node.occupation(), event.causationId()));
        return ended(begun, event, NodeEnd.without(NodeEnd.Kind.SKIPPED).signedBy(step));
    }

    private static RunState ended(RunState state, Event event, NodeEnd end) {
        String nodeId = Objects.requireNonNull(event.nodeId());
        NodeEnd whole = end.undecided(undecided(event)).recorded(EventRef.of(event));
        RunState after = state.node(
                        nodeId, node -> following(state, node, event).ended(whole))
                .with(fallOf(state, nodeId))
                .with(state.data().settled(nodeId));
        return distribute(HandOverFold.ended(after, whole, event), nodeId, whole, taken(event));
    }

    private static Interrupts fallOf(RunState state, String nodeId) {
        return state.questions()
                .fallen(state.time(), interrupt -> interrupt.nodeId().equals(nodeId));
    }

    /// An end reaches the targets of its edges. While another round begins, edges not taken stay open: the round that
    /// leaves the loop decides about them.
    private static RunState distribute(RunState state, String nodeId, NodeEnd end, List<String> taken) {
        List<WorkflowEdge> outgoing = state.workflow().outgoing(nodeId);
        boolean around = outgoing.stream()
                .anyMatch(edge -> taken.contains(edge.id()) && state.workflow().isBackEdge(edge));
        TreePMap<String, NodeState> nodes = state.nodes();
        Loops loops = state.loops();
        for (WorkflowEdge edge : outgoing) {
            boolean isTaken = taken.contains(edge.id());
            if (state.workflow().isBackEdge(edge)) {
                if (isTaken) {
                    loops = loops.taken(state.workflow(), edge);
                    nodes = Rounds.again(nodes, state.workflow(), edge.target(), arrival(edge, true, end));
                }
            } else if (isTaken || !around) {
                NodeState target = Objects.requireNonNull(nodes.get(edge.target()));
                nodes = nodes.plus(edge.target(), target.arrived(edge.id(), arrival(edge, isTaken, end)));
            }
        }
        return state.with(nodes).with(loops);
    }

    /// A failure that leaves by an error port is a success of that way, except for a rule that waits for failures.
    private static Arrival arrival(WorkflowEdge edge, boolean taken, NodeEnd end) {
        EventRef at = Objects.requireNonNull(end.event());
        boolean failure = end.kind() == NodeEnd.Kind.FAILED && edge.triggerRule() == TriggerRule.ANY_FAILED;
        if (taken && !failure) {
            return new Arrival(Arrival.Kind.SUCCESS, end.stepId(), at);
        }
        return new Arrival(
                end.kind() == NodeEnd.Kind.FAILED ? Arrival.Kind.FAILED : Arrival.Kind.NOT_TAKEN, end.stepId(), at);
    }

    /// The end of a node that handed over follows from what was signed for that last: the children's ends, or the
    /// hand-overs where nobody waited.
    private static NodeState following(RunState state, NodeState node, Event end) {
        if (!(node.occupation() instanceof Occupation.HandingOver handing)) {
            return node;
        }
        List<String> steps = ChildEnd.of(end).isPresent()
                ? List.of(Names.handOverStep(state.header(), end))
                : handing.handOvers().stream()
                        .sorted(Comparator.comparingLong(
                                        (HandOver it) -> it.latest().sequence())
                                .reversed())
                        .map(HandOver::step)
                        .filter(Objects::nonNull)
                        .distinct()
                        .toList();
        return steps.isEmpty() ? node : node.following(steps);
    }

    private static String step(RunState state, String nodeId) {
        return attempt(state, nodeId).stepId();
    }

    private static Attempt attempt(RunState state, String nodeId) {
        @Nullable Attempt attempt = state.node(nodeId).attempt();
        if (attempt == null) {
            throw new CorruptLog(state.header().runId(), state.head() - 1, "node " + nodeId + " was not at work");
        }
        return attempt;
    }
}
