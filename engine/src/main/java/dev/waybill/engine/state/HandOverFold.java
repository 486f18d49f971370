package dev.waybill.engine.state;

import dev.waybill.base.json.JsonBool;
import dev.waybill.engine.node.HandOverPlan;
import dev.waybill.engine.node.HandOverPlan.Term;
import dev.waybill.journal.CorruptLog;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.OrchestratorFact;
import dev.waybill.workflow.WorkflowNode;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pcollections.PVector;

/// What an event makes of the work that a run leaves to others: a supervisor decides, children come and go.
final class HandOverFold {

    private HandOverFold() {}

    static RunState decided(RunState state, OrchestratorFact fact, Event event) {
        return switch (fact) {
            case OrchestratorFact.Decided decided -> {
                EventRef at = EventRef.of(event);
                long iteration =
                        decided.iteration() == null ? state.delegation().iterations() + 1 : decided.iteration();
                Turn turn =
                        Turn.decided(Math.toIntExact(iteration), decided.decision(), state.node(decided.nodeId()), at);
                yield moved(state.with(state.delegation().with(turn)), decided.nodeId(), at);
            }
        };
    }

    /// What the node does next follows from this event.
    private static RunState moved(RunState state, String nodeId, EventRef by) {
        return state.node(
                nodeId,
                node -> node.occupation() instanceof Occupation.Working working
                        ? node.doing(new Occupation.Working(working.attempt().movedBy(by), working.deadline()))
                        : node);
    }

    static RunState handOver(RunState state, HandOverFact fact, Event event) {
        return switch (fact) {
            case HandOverFact.ConfidenceEscalated _ -> {
                EventRef at = EventRef.of(event);
                yield event.hidden().has(HandOver.INDEX)
                        ? ReviewFold.escalated(state, fact.nodeId(), event)
                        : moved(state.with(state.delegation().latest(turn -> turn.escalatedBy(at))), fact.nodeId(), at);
            }
            case HandOverFact.NodeDispatched dispatched -> {
                HandOver before = before(state, fact, event);
                HandOver after = (before.plan().has(Term.CHAINED)
                                ? before
                                : before.dispatched(dispatched.childRunId(), EventRef.of(event)))
                        .signed(Names.handOverStep(state.header(), event));
                yield with(state, fact.nodeId(), event, after)
                        .with(state.delegation()
                                .with(new ChildRun(
                                        dispatched.childRunId(),
                                        dispatched.childWorkflowId(),
                                        fact.nodeId(),
                                        RunStatus.RUNNING,
                                        EventRef.of(event))));
            }
            case HandOverFact.HandOver phase
            when event.hidden().has(HandOver.REVISION) -> ReviewFold.revised(state, phase.nodeId(), event);
            case HandOverFact.HandOver phase ->
                ReviewFold.begun(
                        with(state, fact.nodeId(), event, phase(state, before(state, fact, event), phase, event))
                                .with(told(state, phase)),
                        phase,
                        event);
        };
    }

    private static RunState with(RunState state, String nodeId, Event event, HandOver after) {
        return state.node(
                nodeId, node -> node.doing(handing(state, nodeId, event).with(after)));
    }

    private static HandOver before(RunState state, HandOverFact fact, Event event) {
        PVector<HandOver> all = handing(state, fact.nodeId(), event).handOvers();
        int index = HandOver.index(event);
        if (index >= all.size()) {
            throw new CorruptLog(
                    state.header().runId(), event.sequence(), "node " + fact.nodeId() + " has no hand-over " + index);
        }
        HandOver found = all.get(index);
        return event.hidden().has(HandOver.BY_CRITIC)
                ? Objects.requireNonNull(Objects.requireNonNull(found.review()).critic())
                : found;
    }

    /// What a node hands over is recorded with its start, or with the first dispatch that follows from a decision or
    /// from what an activity has come to.
    private static Occupation.HandingOver handing(RunState state, String nodeId, Event event) {
        NodeState node = state.node(nodeId);
        if (node.occupation() instanceof Occupation.HandingOver handing) {
            return handing;
        }
        Turn turn = state.delegation().latest();
        Attempt attempt = node.attempt();
        if (attempt != null && HandOver.resumes(event)) {
            return new Occupation.HandingOver(attempt, HandOver.begun(event, attempt.latest()));
        }
        if (attempt != null
                && turn != null
                && turn.decided() != null
                && event.hidden().has(HandOver.PLANNED)) {
            return new Occupation.HandingOver(attempt, HandOver.begun(event, turn.decided()));
        }
        throw new CorruptLog(state.header().runId(), event.sequence(), "node " + nodeId + " does not hand over");
    }

    private static HandOver phase(RunState state, HandOver before, HandOverFact.HandOver fact, Event event) {
        EventRef at = EventRef.of(event);
        String in = Names.handOverStep(state.header(), event);
        return switch (fact.phase()) {
            case DISPATCH_BEGAN -> before.announced(at);
            case DISPATCH_SUCCEEDED -> before.dispatched(Objects.requireNonNull(fact.childRunId()), at);
            case DISPATCH_FAILED -> before.moved(HandOver.Phase.FAILED, fact.error(), at);
            case CHILD_COMPLETED ->
                before.moved(HandOver.Phase.COMPLETED, null, at).signed(in);
            case CHILD_FAILED ->
                before.moved(HandOver.Phase.FAILED, fact.error(), at).signed(in);
            case CHILD_CANCELLED ->
                before.moved(HandOver.Phase.CANCELLED, fact.error(), at).signed(in);
            case OUTPUT_HARVESTED -> before.moved(HandOver.Phase.HARVESTED, null, at);
        };
    }

    private static Delegation told(RunState state, HandOverFact.HandOver fact) {
        @Nullable
        RunStatus status = switch (fact.phase()) {
            case CHILD_COMPLETED -> RunStatus.COMPLETED;
            case CHILD_FAILED, DISPATCH_FAILED -> RunStatus.FAILED;
            case CHILD_CANCELLED -> RunStatus.CANCELLED;
            case DISPATCH_BEGAN, DISPATCH_SUCCEEDED, OUTPUT_HARVESTED -> null;
        };
        Delegation before = state.delegation();
        if (status == null) {
            return before;
        }
        String child = fact.childRunId();
        Delegation after = child == null ? before : before.childIn(child, status);
        return isDispatch(state, fact.nodeId())
                ? after.latest(turn -> turn.ended(fact.workerId(), child, status, fact.error()))
                : after;
    }

    static boolean isDispatch(RunState state, String nodeId) {
        return state.definition(nodeId).typeId().equals(WorkflowNode.DISPATCH);
    }

    /// The end of a node that handed over, or acted on a decision.
    static RunState ended(RunState state, NodeEnd end, Event event) {
        String nodeId = Objects.requireNonNull(event.nodeId());
        Delegation told = ChildEnd.of(event)
                .map(child -> state.delegation().childIn(child.childRunId(), child.status()))
                .orElse(state.delegation());
        boolean rejected = end.outputs().get(HandOverPlan.REJECTED) == JsonBool.TRUE;
        return state.with(isDispatch(state, nodeId) ? told.latest(turn -> turn.acted(rejected)) : told);
    }

    /// In a branch a child of the source is replaced by one of its own.
    ///
    /// @param created when the branch was made
    static Occupation anew(Occupation occupation, RunState state, Instant created) {
        if (!(occupation instanceof Occupation.HandingOver handing)) {
            return occupation;
        }
        long begun = handing.attempt().start().sequence();
        return handing.each(handOver -> handOver.inBranch(state.header(), begun, created));
    }
}
