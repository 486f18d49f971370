package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.DelayNode;
import dev.waybill.engine.node.DispatchNode;
import dev.waybill.engine.node.GateNode;
import dev.waybill.engine.node.HandOverNode;
import dev.waybill.engine.node.HandOverPlan;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.NodeType;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.engine.node.PureNode;
import dev.waybill.engine.node.Question;
import dev.waybill.engine.node.ReachedOutside;
import dev.waybill.engine.node.SupervisorNode;
import dev.waybill.engine.node.TimedNode;
import dev.waybill.engine.state.Attempt;
import dev.waybill.engine.state.EventRef;
import dev.waybill.engine.state.HandOver;
import dev.waybill.engine.state.Interrupt;
import dev.waybill.engine.state.NodeFold;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.RunState;
import dev.waybill.engine.state.Told;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.workflow.WorkflowNode;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Nodes begin, and are told what came of them.
final class Nodes {

    private final Decision decision;
    private final NodeTypes types;
    private final Limits limits;
    private final Ends ends;

    Nodes(Decision decision, NodeTypes types, Limits limits) {
        this.decision = decision;
        this.types = types;
        this.limits = limits;
        this.ends = new Ends(decision, types, limits);
    }

    /// What follows from ends, of nodes and of the run.
    Ends ends() {
        return ends;
    }

    Limits limits() {
        return limits;
    }

    /// Begins another execution of a node.
    void start(WorkflowNode node) {
        RunState state = decision.state();
        if (node.disabled()) {
            skip(
                    state.node(node.id()),
                    "the node is disabled",
                    Edges.hidden(JsonObject.EMPTY, Edges.through(state, node.id())));
            return;
        }
        EventRef release = Causes.release(state, state.node(node.id()));
        long most = limits.nodeExecutions(state);
        if (state.executions() >= most) {
            ends.breach(Breaches.NODE_EXECUTIONS, most, state.executions() + 1, node.id(), release.id());
            return;
        }
        if (isBounded(node, release)) {
            return;
        }
        Ports.Filled filled = Ports.fill(state, node);
        JsonObject joined = Causes.joined(JsonObject.EMPTY, state.node(node.id()), release);
        begin(node, state.node(node.id()).ordinal() + 1, 1, filled, release, joined);
    }

    /// Turns of a supervisor and dispatches of workers have bounds of their own.
    private boolean isBounded(WorkflowNode node, EventRef release) {
        RunState state = decision.state();
        long most = limits.loopIterations(state);
        // A worker that is sent back takes a turn, too.
        long turns = state.delegation().iterations() + (long) state.delegation().revisions();
        if (isSupervisor(node) && turns >= most) {
            ends.breach(Breaches.LOOP_ITERATIONS, most, turns + 1, node.id(), release.id());
            return true;
        }
        if (node.typeId().equals(WorkflowNode.DISPATCH) && SupervisedLoop.isCapped(state, node)) {
            long cap = DispatchNode.cap(node).orElseThrow();
            ends.breach(Breaches.LOOP_ITERATIONS, cap, cap + 1, node.id(), release.id());
            return true;
        }
        return false;
    }

    /// A node that is passed over names what a start would have named.
    void skip(NodeState node, String reason, JsonObject taken) {
        EventRef release = Causes.release(decision.state(), node);
        decision.emit(new NodeFact.NodeSkipped(node.id(), reason), release.id(), Causes.joined(taken, node, release));
    }

    /// Begins the next attempt of an execution, with what the first was given.
    void retry(WorkflowNode node, Occupation.Retrying retrying) {
        int ordinal = decision.state().node(node.id()).ordinal();
        begin(
                node,
                ordinal,
                retrying.next(),
                new Ports.Filled(retrying.inputs(), null),
                retrying.event(),
                JsonObject.EMPTY);
    }

    private void begin(
            WorkflowNode node, int ordinal, int attempt, Ports.Filled filled, EventRef cause, JsonObject joined) {
        NodeType type = known(node);
        Long delayMs = null;
        RunError problem = filled.error();
        NodeCall call = call(node, ordinal, attempt, filled.inputs());
        if (type instanceof TimedNode delay && problem == null) {
            OptionalLong wanted = delay.delayMs(call);
            delayMs = wanted.isPresent() ? wanted.getAsLong() : null;
            problem = wanted.isPresent()
                    ? null
                    : RunError.of("validation_error", "node " + node.id() + ": expected " + delay.expected());
        }
        JsonObject hidden = filled.inputs().isEmpty() ? joined : joined.with(NodeFold.INPUTS, filled.inputs());
        // What a dispatch hands over sees what its turn's supervisor saw.
        if (type instanceof HandOverNode || type instanceof SupervisorNode || type.usesInputs(node)) {
            hidden = decision.seeing(hidden);
        }
        if (type instanceof HandOverNode handing && problem == null) {
            hidden = planned(hidden, handing.plan(call));
        }
        decision.emit(
                new NodeFact.NodeStarted(node.id(), node.typeId(), ordinal, attempt, delayMs), cause.id(), hidden);
        if (problem != null) {
            end(node, new NodeResult.Failed(problem));
        } else {
            perform(node, type, call);
        }
    }

    private JsonObject planned(JsonObject hidden, List<HandOverPlan> plans) {
        RunState state = decision.state();
        return plans.isEmpty()
                ? hidden
                : hidden.with(HandOver.PLANNED, HandOver.planned(state.header(), state.head(), decision.now(), plans));
    }

    /// Nothing is decided without the type: another host may have it, and a run must not fail for who asked first.
    private NodeType known(WorkflowNode node) {
        return types.find(node)
                .orElseThrow(() -> new Refused(
                        RefusalCode.CAPABILITY_REQUIRED,
                        "node %s comes next, and this host has no node type %s".formatted(node.id(), node.typeId())));
    }

    private void perform(WorkflowNode node, NodeType type, NodeCall call) {
        switch (type) {
            case PureNode pure -> end(node, result(pure, call));
            case GateNode gate -> pass(node, gate, call);
            case HandOverNode _ -> {
                if (decision.state().node(node.id()).occupation() instanceof Occupation.HandingOver) {
                    new HandOvers(decision, this).goOn(node);
                } else {
                    end(node, NodeResult.done(JsonObject.EMPTY));
                }
            }
            case SupervisorNode _ -> new SupervisorTurn(decision, this).think(node, call);
            case DispatchNode _ -> new SupervisedLoop(decision, this, limits).act(node, call);
            case TimedNode _ -> {
                // The start has set the deadline.
            }
            case Activity _ -> {
                // The runtime finds it in the folded state, and does it.
            }
        }
    }

    /// What calls itself pure and is not does nothing in a replay: the ways out are closed.
    private static NodeResult result(PureNode pure, NodeCall call) {
        try {
            return pure.run(call);
        } catch (ReachedOutside e) {
            return NodeResult.failed(ReachedOutside.CODE, String.valueOf(e.getMessage()));
        }
    }

    private void pass(WorkflowNode node, GateNode gate, NodeCall call) {
        // Who is asked reads the question on the wire.
        Question question = gate.ask(call.withInputs(Sensitive.masked(decision.state(), node, call.inputs())));
        Told told = decision.state().node(node.id()).answers().get(question.key());
        if (told == null) {
            Questions.pose(decision, ends, node, List.of(question));
        } else {
            end(node, Deciders.named(gate, gate.answered(call, told.answer()), told));
        }
    }

    /// Goes on with a node whose start is recorded and whose end would have followed at once: a branch may begin
    /// between any two events.
    ///
    /// @return whether there was anything to do
    boolean finishHalfDone(WorkflowNode node) {
        NodeState known = decision.state().node(node.id());
        boolean asks = Questions.isAsking(decision.state(), node.id());
        if (known.occupation() instanceof Occupation.Asking && !asks) {
            Questions.resume(decision, node.id());
            return true;
        }
        if (known.occupation() instanceof Occupation.HandingOver handing) {
            boolean goesOn = HandOvers.goesOn(decision.state(), node.id(), handing);
            if (goesOn) {
                new HandOvers(decision, this).goOn(node);
            }
            return goesOn;
        }
        if (!isHalfDone(decision.state(), types, known)) {
            return false;
        }
        if (asks) {
            Questions.suspend(decision, node.id());
        } else {
            perform(node, types.find(node).orElseThrow(), currentCall(node));
        }
        return true;
    }

    /// Whether a node is at work on something that nobody outside does.
    static boolean isHalfDone(RunState state, NodeTypes types, NodeState known) {
        NodeType type = types.find(state.definition(known.id())).orElse(null);
        return known.occupation() instanceof Occupation.Working
                && switch (type) {
                    case PureNode _, GateNode _, DispatchNode _ -> true;
                    case SupervisorNode _ ->
                        SupervisorNode.planner(state.definition(known.id())).isEmpty()
                                || SupervisorTurn.isDecided(state, known);
                    case null, default -> false;
                };
    }

    NodeCall call(WorkflowNode node, int ordinal, int attempt, JsonObject inputs) {
        RunState state = decision.state();
        return new NodeCall(
                node,
                ordinal,
                attempt,
                inputs,
                new JsonObject(state.variables()),
                state.node(node.id()).said(),
                state.data().configurable(),
                state.delegation().transcript(SupervisorNode.window(node)),
                decision.now());
    }

    private NodeCall currentCall(WorkflowNode node) {
        NodeState known = decision.state().node(node.id());
        Attempt attempt = known.attempt();
        return attempt == null
                ? call(node, known.ordinal(), 1, JsonObject.EMPTY)
                : call(node, known.ordinal(), attempt.number(), attempt.inputs());
    }

    /// An activity's outcome. One that nobody waits for is refused, so that an outcome is recorded once.
    void finish(Command.Finish finish) {
        pending(finish.nodeId(), finish.ordinal(), finish.attempt());
        @Nullable String cause = Reported.before(decision, finish);
        DataFact.CapBreached breach =
                finish.result() instanceof NodeResult.Failed(var error) ? Breaches.of(finish.nodeId(), error) : null;
        if (breach != null) {
            decision.emit(breach, cause);
        }
        WorkflowNode node = decision.state().definition(finish.nodeId());
        NodeResult result =
                isSupervisor(node) ? finish.result() : new Verifications(decision, this).over(node, finish.result());
        if (result != null) {
            end(node, result);
        }
    }

    void report(Command.Report report) {
        NodeFact.NodeProgressed progress = report.progress();
        pending(progress.nodeId(), progress.ordinal(), progress.attempt());
        decision.emit(
                progress,
                Causes.of(decision.state(), progress.nodeId()),
                report.kept().isEmpty() ? JsonObject.EMPTY : JsonObject.EMPTY.with(NodeFold.KEPT, report.kept()));
    }

    /// Nobody knows what became of the work, and it must not be repeated: a person has to say.
    void loseTrack(Command.LoseTrack lost) {
        pending(lost.nodeId(), lost.ordinal(), lost.attempt());
        Questions.ask(
                decision,
                decision.state().definition(lost.nodeId()),
                List.of(Questions.outcomeUnknown(decision.state().node(lost.nodeId()), lost.attempt())));
    }

    private void pending(String nodeId, int ordinal, int attempt) {
        NodeState node = decision.state().nodes().get(nodeId);
        boolean waits = node != null
                && node.ordinal() == ordinal
                && node.occupation() instanceof Occupation.Working working
                && working.attempt().number() == attempt;
        if (!waits || decision.state().isTerminal()) {
            throw new Refused(
                    RefusalCode.NOT_PENDING,
                    "attempt %d of execution %d of node %s is not pending".formatted(attempt, ordinal, nodeId));
        }
    }

    /// A question was settled, or fell.
    ///
    /// @param answer null when nobody answered in time
    void answered(WorkflowNode node, Interrupt question, @Nullable JsonValue answer) {
        NodeType type = types.find(node).orElse(null);
        NodeCall call = currentCall(node);
        if (decision.state().node(node.id()).occupation() instanceof Occupation.HandingOver) {
            aboutResults(node, question, answer);
        } else if (type instanceof DispatchNode) {
            new SupervisedLoop(decision, this, limits).answered(node, call, question, answer);
        } else if (type instanceof SupervisorNode && question.kind().equals(Question.LOW_CONFIDENCE)) {
            new SupervisorTurn(decision, this).answered(node, call, question, Objects.requireNonNull(answer));
        } else if (type instanceof GateNode gate) {
            Told told = decision.state().node(node.id()).answers().get(question.key());
            if (answer == null || told == null) {
                end(node, gate.unanswered(call), Because.of(question.event().id()));
            } else {
                end(node, Deciders.named(gate, gate.answered(call, answer), told));
            }
        } else if (answer == null) {
            end(
                    node,
                    NodeResult.failed("interrupt_timeout", "nobody answered in time"),
                    Because.of(question.event().id()));
        } else if (Questions.isOutcomeUnknown(question.key())) {
            NodeResult stated = Questions.statedOutcome(answer);
            if (stated != null) {
                end(node, stated);
            }
        }
    }

    /// People were asked about what children brought back; silence is a rejection of all of it.
    private void aboutResults(WorkflowNode node, Interrupt question, @Nullable JsonValue answer) {
        if (answer != null) {
            new HandOvers(decision, this).goOn(node);
            return;
        }
        String silence = "nobody answered in time";
        NodeResult rejected = node.typeId().equals(WorkflowNode.DISPATCH)
                ? SupervisedLoop.rejected(silence)
                : NodeResult.failed("approval_timed_out", silence);
        end(node, rejected, Because.of(question.event().id()));
    }

    /// The time that a node waited for is over.
    void rested(WorkflowNode node, Occupation.Delaying delaying) {
        TimedNode timed = types.find(node).orElse(null) instanceof TimedNode known ? known : new DelayNode();
        end(node, NodeResult.done(timed.outputs(currentCall(node), delaying.delayMs())));
    }

    /// Whether a node waits and does nothing else.
    boolean isPureWait(WorkflowNode node) {
        return types.find(node).orElse(null) instanceof TimedNode timed && timed.isPure();
    }

    /// Records how an attempt ended, and what follows.
    void end(WorkflowNode node, NodeResult result) {
        end(node, result, Because.of(Causes.of(decision.state(), node.id())));
    }

    void end(WorkflowNode node, NodeResult result, Because why) {
        switch (result) {
            case NodeResult.Done done
            when isSupervisor(node) -> new SupervisorTurn(decision, this).take(node, currentCall(node), done);
            case NodeResult.Done done -> ends.complete(node, done, why);
            case NodeResult.Failed failed -> ends.fail(node, failed.error(), why);
            case NodeResult.Ask ask -> Questions.pose(decision, ends, node, ask.questions());
            case NodeResult.HandOver over -> new HandOvers(decision, this).begin(node, over.plans());
        }
    }

    private static boolean isSupervisor(WorkflowNode node) {
        return node.typeId().equals(WorkflowNode.SUPERVISOR);
    }
}
