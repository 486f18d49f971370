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
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.InputFact;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.journal.event.InvocationFact;
import dev.waybill.journal.event.ModelFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.OrchestratorFact;
import dev.waybill.journal.event.ReplayFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.RunFact;
import dev.waybill.journal.event.UnknownFact;
import dev.waybill.journal.event.VerdictFact;
import dev.waybill.workflow.Channel;
import dev.waybill.workflow.CompiledWorkflow;
import dev.waybill.workflow.WorkflowVariable;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pcollections.OrderedPSet;
import org.pcollections.TreePMap;

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
        Position next = state.position().after(event);
        return entered(apply(state.at(next), event));
    }

    private static RunState apply(RunState state, Event event) {
        return switch (event.whole()) {
            case RunFact fact -> run(state, fact, event);
            case NodeFact fact ->
                state.isGuided() ? GuidedFold.node(state, fact, event) : NodeFold.node(state, fact, event);
            case InterruptFact fact -> InterruptFold.interrupt(state, fact, event);
            case DataFact fact -> data(state, fact, event);
            case HandOverFact fact -> HandOverFold.handOver(state, fact, event);
            case OrchestratorFact fact -> HandOverFold.decided(state, fact, event);
            case VerdictFact fact -> ReviewFold.verified(state, fact, event);
            case ReplayFact _ -> state.at(state.position().astray(event.sequence()));
            case AgentFact fact -> NodeFold.helped(agent(state, fact, event), fact.nodeId(), event);
            case ModelFact _, InputFact _, InvocationFact _, UnknownFact _ -> state;
        };
    }

    private static RunState agent(RunState state, AgentFact fact, Event event) {
        Loops spent = state.loops().spent(fact);
        return event.hidden()
                .object(Talk.EXCHANGE)
                .map(kept -> state.with(spent.talked(fact.nodeId(), event.sequence(), kept)))
                .orElseGet(() -> state.with(spent));
    }

    private static RunState run(RunState state, RunFact fact, Event event) {
        return switch (fact) {
            case RunFact.RunStarted started -> started(state, started, event);
            case RunFact.RunCompleted completed ->
                ended(
                        state.isGuided() ? GuidedFold.placed(state, event) : state,
                        RunStatus.COMPLETED,
                        completed.outputs(),
                        null);
            case RunFact.RunFailed failed -> ended(state, RunStatus.FAILED, JsonObject.EMPTY, failed.error());
            case RunFact.RunCancelled _ -> ended(state, RunStatus.CANCELLED, JsonObject.EMPTY, null);
            case RunFact.RunFailing failing ->
                state.with(state.life()
                        .ending(new Ending.Failing(failing.error(), failing.failedNodeId(), EventRef.of(event))));
            case RunFact.RunCancelling cancelling ->
                state.with(state.life()
                        .ending(new Ending.Cancelling(
                                cancelling.reason(),
                                cancelling.cancelledBy(),
                                cancelling.parentRunId(),
                                event.timestamp().plus(CANCEL_GRACE),
                                EventRef.of(event))));
            case RunFact.RunPausing pausing -> state.with(state.life().pausing(EventRef.of(event), pausing.reason()));
            case RunFact.RunPaused paused ->
                state.with(state.life().paused(EventRef.of(event), paused.reason(), event.timestamp()));
            case RunFact.RunResumed _ -> resumed(state);
            case RunFact.ClockStepped stepped -> shifted(state, Duration.between(stepped.from(), stepped.to()));
        };
    }

    private static RunState started(RunState state, RunFact.RunStarted fact, Event event) {
        TreePMap<String, JsonValue> variables = TreePMap.empty();
        for (WorkflowVariable variable : state.workflow().definition().variables()) {
            JsonValue value = variable.defaultValue().orElse(null);
            variables = value == null ? variables : variables.plus(variable.name(), value);
        }
        TreePMap<String, ChannelState> channels = TreePMap.empty();
        for (Channel channel : state.workflow().definition().channels().values()) {
            channels = channels.plus(channel.name(), Channels.start(channel, state.clock()));
        }
        RunData data = new RunData(
                fact.inputs(),
                fact.configurable(),
                variables.plusAll(fact.inputs().members()),
                channels,
                TreePMap.empty(),
                OrderedPSet.empty());
        RunState begun = state.with(state.life().started(EventRef.of(event), state.clock()))
                .with(data);
        return begun.isGuided() ? begun : called(begun, event);
    }

    private static RunState called(RunState state, Event event) {
        Arrival start = new Arrival(Arrival.Kind.SUCCESS, state.rootStep(), EventRef.of(event));
        TreePMap<String, NodeState> nodes = state.nodes();
        for (String entry : state.workflow().entries()) {
            nodes = nodes.plus(entry, state.node(entry).called(start));
        }
        return state.with(nodes);
    }

    private static RunState ended(RunState state, RunStatus outcome, JsonObject outputs, @Nullable RunError error) {
        return state.with(state.life().ended(outcome, outputs, error))
                .with(state.questions().fallen(state.time(), _ -> true));
    }

    /// Time that a run spent paused is nobody's: every deadline moves.
    private static RunState resumed(RunState state) {
        Instant since = state.life().pausedAt();
        Duration paused = since == null ? Duration.ZERO : Duration.between(since, state.clock());
        RunState shifted = shifted(state, paused);
        return (state.phase() == Phase.PAUSED ? waitingAnew(shifted) : shifted)
                .with(shifted.life().resumed());
    }

    /// What is pending keeps its remaining time.
    /// A pause cuts what only waits: afterwards it waits its whole time.
    private static RunState waitingAnew(RunState state) {
        return state.eachNode(node -> node.occupation() instanceof Occupation.Delaying delaying
                ? node.doing(delaying.anew(state.clock()))
                : node);
    }

    private static RunState shifted(RunState state, Duration by) {
        TreePMap<String, NodeState> nodes = state.nodes();
        for (NodeState node : state.nodes().values()) {
            if (node.occupation().dueAt() != null) {
                nodes = nodes.plus(node.id(), node.doing(node.occupation().shifted(by)));
            }
        }
        return state.with(nodes)
                .with(state.questions().shifted(by))
                .with(state.life().shifted(by));
    }

    private static RunState data(RunState state, DataFact fact, Event event) {
        return switch (fact) {
            case DataFact.VariableChanged changed -> state.with(state.data().with(changed.name(), changed.next()));
            case DataFact.ChannelWritten written -> written(state, written, event);
            case DataFact.CapBreached breached ->
                // A bound around the run fails the node that would have passed it, and that is told by its end.
                breached.scope() == null
                        ? state.with(state.life().breached(new Breach(breached, EventRef.of(event))))
                        : state;
            case DataFact.ArtifactCreated left -> state.with(state.data().withArtifact(left.artifactId()));
            case DataFact.LogAppended _ -> ReviewFold.line(state, event);
        };
    }

    private static RunState written(RunState state, DataFact.ChannelWritten fact, Event event) {
        ChannelState before = state.channels().getOrDefault(fact.channel(), ChannelState.UNWRITTEN);
        ChannelRules rules = ChannelRules.of(fact, event.hidden());
        ChannelState after = Channels.write(before, rules, fact.value(), event.timestamp());
        return state.with(state.data().with(fact, after));
    }

    /// A fork becomes itself where its own events begin.
    private static RunState entered(RunState state) {
        if (!(state.header().origin() instanceof Origin.Fork fork)
                || fork.sequence() == 0
                || state.head() == 0
                || state.head() > fork.sequence()) {
            return state;
        }
        RunState shared = state;
        for (Branching behind : Branching.behind(state.header())) {
            shared = behind.sequence() == state.head() ? branched(shared, behind) : shared;
        }
        if (state.head() < fork.sequence()) {
            return shared;
        }
        return fork.mode() == ForkMode.BRANCH
                ? branched(shared, Branching.of(state.header()).orElseThrow())
                : replaying(shared);
    }

    /// The options of a fork: what its source's have, and what has to be known of the branches whose events it shares.
    public static JsonObject shared(JsonObject options, RunHeader source, long sequence, ForkMode mode) {
        return Branching.into(options, source, sequence, mode);
    }

    /// What was signed before is signed for by the fork's root, what was pending has its remaining time from here,
    /// and a child of the source is not ours: a new one is made.
    private static RunState branched(RunState state, Branching branching) {
        Instant created = branching.at();
        Duration since = Duration.between(state.clock(), created);
        RunState shifted = shifted(state, since.isNegative() ? Duration.ZERO : since);
        RunState signed = shifted.eachNode(node -> {
            NodeState own = node.signedBy(state.rootStep());
            return own.doing(HandOverFold.anew(own.occupation(), state, created));
        });
        RunState placed =
                signed.lineage() == null ? signed : signed.with(signed.lineage().signedBy(state.rootStep()));
        // What whoever branches sets for the branch wins over what its source was started with.
        RunState configured = branching.configurable().isEmpty()
                ? placed
                : placed.with(placed.data().configured(branching.configurable()));
        RunState apart = configured.at(configured.position().apart());
        return state.clock().isBefore(created) ? apart.at(apart.position().at(created)) : apart;
    }

    private static RunState replaying(RunState state) {
        return state.at(state.position().anew()).eachNode(node -> node.signedBy(state.rootStep()));
    }

    /// The members of an event's hidden part that hold a list of names.
    static List<String> names(JsonObject hidden, String member) {
        List<String> names = new ArrayList<>();
        for (JsonValue item : hidden.array(member).orElse(JsonArray.EMPTY)) {
            names.add(item.asString().orElse(""));
        }
        return names;
    }
}
