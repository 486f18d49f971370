package dev.waybill.engine.state;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.channel.ChannelRules;
import dev.waybill.engine.channel.ChannelState;
import dev.waybill.engine.channel.Channels;
import dev.waybill.journal.CorruptLog;
import dev.waybill.journal.Event;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.ReplayFact;
import dev.waybill.journal.event.RunFact;
import dev.waybill.journal.event.UnknownFact;
import dev.waybill.workflow.Channel;
import dev.waybill.workflow.CompiledWorkflow;
import dev.waybill.workflow.WorkflowVariable;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.time.Duration;
import java.util.List;
import org.pcollections.PVector;
import org.pcollections.TreePVector;

/// `evolve`: what an event makes of a state. The state of a run is this, applied to all of its events in order.
public final class Fold {

    /// How long a cancelled run waits for what is at work.
    public static final Duration CANCEL_GRACE = Duration.ofSeconds(4);

    private Fold() {}

    /// The state before the first event.
    public static RunState begin(RunHeader header, CompiledWorkflow workflow) {
        return entered(RunState.unborn(header, workflow, null, Names.rootStep(header)));
    }

    /// The state of a guided run before the first event.
    ///
    /// @param steps the guided workflow's steps as nodes without edges
    public static RunState begin(RunHeader header, CompiledWorkflow steps, GuidedWorkflow guide) {
        return entered(RunState.unborn(header, steps, Lineage.of(guide), Names.rootStep(header)));
    }

    public static RunState evolve(RunState state, Event event) {
        if (event.sequence() != state.head()) {
            throw new CorruptLog(
                    state.header().runId(), event.sequence(), "event " + state.head() + " was expected here");
        }
        if (state.isTerminal()) {
            throw new CorruptLog(state.header().runId(), event.sequence(), "the run had ended before");
        }
        RunState moved = state.edit(next -> {
            next.head = state.head() + 1;
            next.clock = event.timestamp();
            next.lastEventId = event.eventId();
        });
        return entered(apply(moved, event));
    }

    private static RunState apply(RunState state, Event event) {
        return switch (event.whole()) {
            case RunFact fact -> run(state, fact, event);
            case NodeFact fact ->
                state.isGuided() ? GuidedFold.node(state, fact, event) : NodeFold.node(state, fact, event);
            case InterruptFact fact -> InterruptFold.interrupt(state, fact, event);
            case DataFact fact -> data(state, fact, event);
            case HandOverFact fact -> handOver(state, fact, event);
            case ReplayFact _ -> state.edit(next -> next.diverged = true);
            case UnknownFact _ -> state;
        };
    }

    private static RunState run(RunState state, RunFact fact, Event event) {
        return switch (fact) {
            case RunFact.RunStarted started -> started(state, started);
            case RunFact.RunCompleted completed ->
                ended(state.isGuided() ? GuidedFold.placed(state, event) : state, RunStatus.COMPLETED)
                        .edit(next -> next.outputs = completed.outputs());
            case RunFact.RunFailed failed -> ended(state, RunStatus.FAILED).edit(next -> next.error = failed.error());
            case RunFact.RunCancelled _ -> ended(state, RunStatus.CANCELLED);
            case RunFact.RunFailing failing ->
                ending(state, new Ending.Failing(failing.error(), failing.failedNodeId()));
            case RunFact.RunCancelling cancelling ->
                ending(
                        state,
                        new Ending.Cancelling(
                                cancelling.reason(),
                                cancelling.cancelledBy(),
                                cancelling.parentRunId(),
                                event.timestamp().plus(CANCEL_GRACE)));
            case RunFact.RunPausing pausing ->
                state.edit(next -> {
                    next.phase = Phase.PAUSING;
                    next.pauseReason = pausing.reason();
                });
            case RunFact.RunPaused paused ->
                state.edit(next -> {
                    next.phase = Phase.PAUSED;
                    next.pausedAt = event.timestamp();
                    next.pauseReason = paused.reason();
                });
            case RunFact.RunResumed _ -> resumed(state);
            case RunFact.ClockStepped stepped -> shifted(state, Duration.between(stepped.from(), stepped.to()));
        };
    }

    private static RunState started(RunState state, RunFact.RunStarted fact) {
        return state.edit(next -> {
            next.phase = Phase.RUNNING;
            next.startedAt = state.clock();
            next.inputs = fact.inputs();
            next.configurable = fact.configurable();
            for (WorkflowVariable variable : state.workflow().definition().variables()) {
                JsonValue value = variable.defaultValue().orElse(null);
                if (value != null) {
                    next.variables = next.variables.plus(variable.name(), value);
                }
            }
            next.variables = next.variables.plusAll(fact.inputs().members());
            for (Channel channel : state.workflow().definition().channels().values()) {
                next.channels = next.channels.plus(channel.name(), Channels.start(channel, state.clock()));
            }
            for (String entry :
                    state.isGuided() ? List.<String>of() : state.workflow().entries()) {
                next.nodes = next.nodes.plus(entry, state.node(entry).called(state.rootStep()));
            }
        });
    }

    private static RunState ending(RunState state, Ending ending) {
        return state.edit(next -> {
            next.phase = Phase.ENDING;
            next.ending = ending;
        });
    }

    private static RunState ended(RunState state, RunStatus outcome) {
        return state.edit(next -> {
            next.phase = Phase.ENDED;
            next.outcome = outcome;
            InterruptFold.fall(next, state, _ -> true);
        });
    }

    /// Time that a run spent paused is nobody's: every deadline moves.
    private static RunState resumed(RunState state) {
        Duration paused = state.pausedAt() == null ? Duration.ZERO : Duration.between(state.pausedAt(), state.clock());
        return shifted(state, paused).edit(next -> {
            next.phase = Phase.RUNNING;
            next.pausedAt = null;
            next.pauseReason = null;
        });
    }

    /// What is pending keeps its remaining time.
    private static RunState shifted(RunState state, Duration by) {
        return state.edit(next -> {
            for (NodeState node : state.nodes().values()) {
                if (node.occupation().dueAt() != null) {
                    next.nodes = next.nodes.plus(
                            node.id(), node.doing(node.occupation().shifted(by)));
                }
            }
            for (Interrupt interrupt : state.interrupts().values()) {
                next.interrupts = next.interrupts.plus(interrupt.id(), interrupt.shifted(by));
            }
            next.startedAt = next.startedAt == null ? null : next.startedAt.plus(by);
            next.pausedAt = next.pausedAt == null ? null : next.pausedAt.plus(by);
            next.ending = next.ending == null ? null : next.ending.shifted(by);
        });
    }

    private static RunState data(RunState state, DataFact fact, Event event) {
        return switch (fact) {
            case DataFact.VariableChanged changed ->
                state.edit(next -> next.variables = changed.next() == null
                        ? next.variables.minus(changed.name())
                        : next.variables.plus(changed.name(), changed.next()));
            case DataFact.ChannelWritten written -> written(state, written, event);
            case DataFact.CapBreached breached -> state.edit(next -> next.breach = breached);
            case DataFact.LogAppended _ -> state;
        };
    }

    private static RunState written(RunState state, DataFact.ChannelWritten fact, Event event) {
        ChannelState before = state.channels().getOrDefault(fact.channel(), ChannelState.UNWRITTEN);
        ChannelRules rules = ChannelRules.of(fact, event.hidden());
        ChannelState after = Channels.write(before, rules, fact.value(), event.timestamp());
        return state.edit(next -> {
            next.channels = next.channels.plus(fact.channel(), after);
            if (fact.nodeId() != null) {
                PVector<DataFact.ChannelWritten> earlier = next.writes.getOrDefault(fact.nodeId(), TreePVector.empty());
                next.writes = next.writes.plus(fact.nodeId(), earlier.plus(fact));
            }
        });
    }

    private static RunState handOver(RunState state, HandOverFact fact, Event event) {
        return switch (fact) {
            case HandOverFact.NodeDispatched _ -> state;
            case HandOverFact.HandOver phase -> NodeFold.handOver(state, phase, event);
        };
    }

    /// A fork becomes itself where its own events begin.
    private static RunState entered(RunState state) {
        if (state.header().origin() instanceof Origin.Fork fork
                && fork.sequence() > 0
                && state.head() == fork.sequence()) {
            return fork.mode() == ForkMode.BRANCH ? branched(state) : replaying(state);
        }
        return state;
    }

    /// What was signed before is signed for by the fork's root, what was pending has its remaining time from here,
    /// and a child of the source is not ours: a new one is made.
    private static RunState branched(RunState state) {
        Duration since = Duration.between(state.clock(), state.header().createdAt());
        RunState shifted = shifted(state, since.isNegative() ? Duration.ZERO : since);
        return shifted.edit(next -> {
            for (NodeState node : shifted.nodes().values()) {
                next.nodes = next.nodes.plus(
                        node.id(), node.signedBy(state.rootStep(), doing -> NodeFold.anew(doing, state)));
            }
            next.lineage = state.lineage() == null ? null : state.lineage().signedBy(state.rootStep());
            next.clock = state.clock().isBefore(state.header().createdAt())
                    ? state.header().createdAt()
                    : state.clock();
        });
    }

    private static RunState replaying(RunState state) {
        return state.edit(next -> {
            for (NodeState node : state.nodes().values()) {
                next.nodes = next.nodes.plus(node.id(), node.signedBy(state.rootStep(), doing -> doing));
            }
        });
    }

    /// The members of an event's hidden part that hold a list of names.
    static List<String> names(JsonObject hidden, String member) {
        return hidden.array(member).orElse(JsonArray.EMPTY).items().stream()
                .map(item -> item.asString().orElse(""))
                .toList();
    }
}
