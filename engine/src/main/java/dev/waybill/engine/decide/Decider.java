package dev.waybill.engine.decide;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.engine.state.Phase;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.HostEvent;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.DrainPolicy;
import dev.waybill.journal.event.RunFact;
import dev.waybill.journal.event.Times;
import dev.waybill.workflow.WorkflowVariable;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `decide(state, command) -> events`.
///
/// A command says one thing; what follows from it without anybody's help (nodes that can start, pure nodes, skips, the
/// end) is decided along, up to a bound, so that a run rests only where it has to wait.
public final class Decider {

    private final NodeTypes types;
    private final Limits limits;
    private final @Nullable String policyVersion;
    private final MemoryVersions memories;

    public Decider(NodeTypes types, Limits limits) {
        this(types, limits, null, MemoryVersions.NONE);
    }

    private Decider(NodeTypes types, Limits limits, @Nullable String policyVersion, MemoryVersions memories) {
        this.types = types;
        this.limits = limits;
        this.policyVersion = policyVersion;
        this.memories = memories;
    }

    /// The same, for runs that remember.
    public Decider seeing(MemoryVersions versions) {
        return new Decider(types, limits, policyVersion, versions);
    }

    /// The same, under the policy that an envelope names, if it names one: what is decided says so in its own. A run
    /// outlives the policy that it began under, so the version belongs to the moment and never to the run.
    public Decider under(EvidenceEnvelope stated) {
        return stated.text(EvidenceEnvelope.POLICY_VERSION)
                .filter(version -> !version.isBlank())
                .map(version -> new Decider(types, limits, version, memories))
                .orElse(this);
    }

    public NodeTypes types() {
        return types;
    }

    public Limits limits() {
        return limits;
    }

    /// @throws Refused when the command does not fit the state; nothing has happened then
    public Decision decide(RunState state, Command command) {
        Decision decision = new Decision(state, command.at(), policyVersion, memories);
        Nodes nodes = new Nodes(decision, types, limits);
        if (command instanceof Command.Start start) {
            start(decision, start);
        } else {
            refuseUnborn(state);
            refuseReplay(state);
            overlay(decision, state);
            obey(decision, nodes, command);
        }
        new Progress(decision, nodes).settle();
        return decision;
    }

    private static void start(Decision decision, Command.Start start) {
        if (decision.state().phase() != Phase.UNBORN) {
            throw new Refused(RefusalCode.VALIDATION_ERROR, "the run has already started");
        }
        RunFact started = new RunFact.RunStarted(
                decision.state().header().definitionId(),
                start.inputs(),
                start.configurable(),
                JsonObject.builder()
                        .put("tenant", decision.state().header().tenant())
                        .build(),
                start.metadata());
        JsonObject hidden = decision.seeing(JsonObject.EMPTY);
        if (start.cause() != null && start.causeHost() != null) {
            decision.emit(started, new HostEvent(start.causeHost(), start.cause()), hidden);
        } else {
            decision.emit(started, start.cause(), hidden);
        }
        if (decision.state().isGuided()) {
            new GuidedSteps(decision).begin(start.inputs());
        }
    }

    private static void refuseUnborn(RunState state) {
        if (state.phase() == Phase.UNBORN) {
            throw new Refused(RefusalCode.VALIDATION_ERROR, "the run has not started; it takes no commands yet");
        }
    }

    /// A replay does what its source did. A command from outside would lead it to places that its source never saw.
    private static void refuseReplay(RunState state) {
        if (state.header().isReplay() && !state.isTerminal()) {
            throw new Refused(
                    RefusalCode.VALIDATION_ERROR,
                    "a replay repeats its source, so it takes no commands; branch the source instead");
        }
    }

    /// A branch begins with what it changes, in events that everybody can read.
    ///
    /// @param state before the decision: a clock that stepped is told before anything else
    private static void overlay(Decision decision, RunState state) {
        if (state.header().origin() instanceof Origin.Fork fork
                && fork.mode() == ForkMode.BRANCH
                && state.head() == fork.sequence()
                && !state.isTerminal()) {
            fork.overlay()
                    .object("variables")
                    .orElse(JsonObject.EMPTY)
                    .members()
                    .forEach((name, value) -> decision.emit(
                            new DataFact.VariableChanged(
                                    name, decision.state().variables().get(name), value, null),
                            Causes.start(state)));
        }
    }

    private void obey(Decision decision, Nodes nodes, Command command) {
        switch (command) {
            case Command.Start _ -> throw new IllegalStateException("handled before");
            case Command.Acknowledge acknowledge -> new GuidedSteps(decision).acknowledge(acknowledge);
            case Command.Block block -> new GuidedSteps(decision).block(block);
            case Command.Checkpoint checkpoint -> new GuidedSteps(decision).checkpoint(checkpoint);
            case Command.Advance _ -> new Timers(decision, nodes).fire();
            case Command.Finish finish -> nodes.finish(finish);
            case Command.Report report -> nodes.report(report);
            case Command.LoseTrack lost -> nodes.loseTrack(lost);
            case Command.Answer answer -> new Answers(decision, nodes).take(answer);
            case Command.Cancel cancel -> cancel(decision, cancel);
            case Command.Pause pause -> pause(decision, pause);
            case Command.Resume _ -> resume(decision);
            case Command.SetVariables set -> set(decision, set.values());
            case Command.ConfirmHandOver confirm -> new HandOvers(decision, nodes).confirm(confirm);
            case Command.RefuseHandOver refuse -> new HandOvers(decision, nodes).refuse(refuse);
            case Command.Abort abort -> {
                refuseTerminal(decision.state());
                nodes.ends().failRun(abort.error(), null, Causes.OUTSIDE);
            }
            case Command.Collect collect -> new HandOvers(decision, nodes).collect(collect);
            case Command.CollectAll all -> collect(decision, nodes, all);
        }
    }

    /// One after the other, each with what follows from it: the log is the same as if they had come alone.
    private static void collect(Decision decision, Nodes nodes, Command.CollectAll all) {
        HandOvers handOvers = new HandOvers(decision, nodes);
        Progress progress = new Progress(decision, nodes);
        for (Command.Collect collect : all.ends()) {
            if (decision.size() < Progress.MOST_EVENTS && handOvers.isWaitingFor(collect)) {
                handOvers.collect(collect);
                progress.settle();
            }
        }
    }

    private static void cancel(Decision decision, Command.Cancel cancel) {
        refuseTerminal(decision.state());
        if (decision.state().phase() == Phase.ENDING) {
            return;
        }
        decision.emit(new RunFact.RunCancelling(cancel.reason(), cancel.by(), cancel.parentRunId()), cancel.cause());
    }

    private static void pause(Decision decision, Command.Pause pause) {
        RunState state = decision.state();
        refuseTerminal(state);
        if (state.isPausing()) {
            throw new Refused(
                    RefusalCode.RUN_ALREADY_PAUSED,
                    "the run is paused as soon as its nodes have finished, and cannot be paused now",
                    JsonObject.of("runStatus", RunStatus.PAUSED.wire()));
        }
        if (state.phase() != Phase.RUNNING) {
            throw new Refused(
                    RefusalCode.RUN_ALREADY_PAUSED,
                    "the run is " + Status.of(state).wire() + " and cannot be paused now",
                    status(state));
        }
        boolean drains = pause.policy() == DrainPolicy.DRAIN_CURRENT_NODE && Progress.isAtWork(state);
        decision.emit(
                drains ? new RunFact.RunPausing(pause.reason()) : new RunFact.RunPaused(pause.reason(), pause.policy()),
                Causes.OUTSIDE);
    }

    private static void resume(Decision decision) {
        RunState state = decision.state();
        if (state.phase() != Phase.PAUSED && state.phase() != Phase.PAUSING) {
            throw new Refused(
                    RefusalCode.RUN_NOT_PAUSED,
                    "the run is " + Status.of(state).wire() + ", not paused",
                    status(state));
        }
        decision.emit(new RunFact.RunResumed(), Causes.pause(state));
    }

    private static void set(Decision decision, JsonObject values) {
        refuseTerminal(decision.state());
        List<WorkflowVariable> declared =
                decision.state().workflow().definition().variables();
        values.members().forEach((name, value) -> {
            if (declared.stream()
                    .noneMatch(it -> it.name().equals(name) && it.type().accepts(value))) {
                throw new Refused(
                        RefusalCode.VALIDATION_ERROR,
                        "expected a variable that the workflow declares, with a value of its type; found \"%s\""
                                .formatted(name));
            }
        });
        values.members()
                .forEach((name, value) -> Writes.set(decision, null, name, value, Causes.start(decision.state())));
    }

    private static void refuseTerminal(RunState state) {
        if (state.isTerminal()) {
            throw new Refused(
                    RefusalCode.RUN_TERMINAL,
                    "the run has ended (" + Status.of(state).wire() + "); fork it to continue from one of its events",
                    status(state));
        }
    }

    private static JsonObject status(RunState state) {
        Instant paused = state.life().pausedAt();
        return JsonObject.builder()
                .put("runStatus", Status.of(state).wire())
                .putIfPresent("pausedAt", paused == null ? null : Times.format(paused))
                .build();
    }
}
