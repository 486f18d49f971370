package dev.waybill.runtime;

import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Decider;
import dev.waybill.engine.decide.Effect;
import dev.waybill.engine.decide.Projections;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.state.Phase;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Fence;
import dev.waybill.journal.store.Ownership.Claim;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.egress.Seam;
import dev.waybill.runtime.lane.ActivityLanes;
import dev.waybill.runtime.lane.TurnQueue;
import dev.waybill.runtime.live.LiveFrames;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// Works on runs that this process owns: lets them go on, and does what follows from their state.
///
/// What is at work is known here only to avoid doing it twice in one process; after a crash it is found again in the
/// folded state.
final class Worker {

    private final RunStore store;
    private final Turns turns;
    private final RunLoader loader;
    private final Decider decider;
    private final ReplayTurns replays;
    private final InstantSource clock;
    private final ProcessId process;
    private final Executor threads;
    private final ActivityLanes lanes;
    private final LiveFrames frames;
    private final StoredInputs inputs;
    private final Outgoing outgoing;
    private final Trouble trouble;
    private final ChildEnds children;
    private final ChildStarts starts;
    private final Declined declined;
    private final Capabilities capabilities;
    private final Map<String, Errand> atWork = new ConcurrentHashMap<>();
    private final Pursuits pursuits = new Pursuits();
    private final OutcomeTurns outcomes;
    private final LeftWork left;
    private final ToldEvents told;
    private final Guarded guarded;

    Worker(
            RunStore store,
            Turns turns,
            RunLoader loader,
            Creation creation,
            Decider decider,
            ReplayTurns replays,
            InstantSource clock,
            ProcessId process,
            Executor threads,
            TurnQueue queue,
            ActivityLanes lanes,
            LiveFrames frames,
            Outgoing outgoing,
            Trouble trouble,
            Declined declined) {
        this.store = store;
        this.outgoing = outgoing;
        this.inputs = new StoredInputs(store.memories(), store.documents());
        this.turns = turns;
        this.loader = loader;
        this.decider = decider;
        this.replays = replays;
        this.clock = clock;
        this.process = process;
        this.threads = threads;
        this.lanes = lanes;
        this.frames = frames;
        this.trouble = trouble;
        this.declined = declined;
        this.capabilities = new Capabilities(decider.types());
        this.outcomes = new OutcomeTurns(turns, store.documents(), clock, trouble);
        this.left = new LeftWork(decider, outcomes);
        this.told = new ToldEvents(store);
        this.guarded = new Guarded(loader, threads, trouble);
        this.starts = new ChildStarts(turns, loader, creation, clock, process, queue, guarded, this::goOn);
        this.children = new ChildEnds(
                store, turns, loader, clock, queue, guarded, new GuidedChildren(store, loader, turns, clock));
    }

    /// Whether a claimed run is not being taken up already.
    boolean begins(Claim claim) {
        return pursuits.begins(claim);
    }

    /// Takes up a claimed run that [#begins], and again while newer claims come in.
    void pursue(RunId run) {
        Claim claim = pursuits.next(run);
        while (claim != null) {
            takeUp(claim);
            claim = pursuits.next(run);
        }
    }

    /// Tries again what the store did not let happen.
    void retryStranded() {
        guarded.retryStranded();
    }

    /// Whether runs may be ours without our knowing; asking settles it.
    boolean wasUnsure() {
        return guarded.wasUnsure();
    }

    private void takeUp(Claim claim) {
        guarded.run(claim.run(), () -> {
            // What this process remembers of a run needs no second look: the turn that follows is checked. What a dead
            // owner left is judged by what it wrote last.
            Loaded loaded = claim.takenOver() ? loader.refresh(claim.run()) : loader.load(claim.run());
            if (declined.giveBack(
                    claim, loaded.state(), () -> loader.refresh(claim.run()).state(), () -> isAtWork(claim.run()))) {
                return;
            }
            Fence fence = new Fence.Owned(process, claim.epoch());
            if (claim.takenOver() && !loaded.state().header().isReplay()) {
                left.loseTrack(claim.run(), fence, loaded.state(), effect -> isAtWork(claim.run(), effect));
            }
            boolean own = claim.epoch() == Births.FIRST_EPOCH && !claim.takenOver();
            boolean known = own && LeftWork.onlyHandsOver(loaded.state());
            goOn(claim.run(), fence, known ? loaded.state() : advance(claim.run(), fence));
        });
    }

    private Optional<Activity> activity(RunState state, String nodeId) {
        return decider.types().activity(state.definition(nodeId));
    }

    /// Lets a run go on until it has to wait, and starts what is to be done meanwhile.
    void goOn(RunId run, Fence fence) {
        goOn(run, fence, advance(run, fence));
    }

    /// @param written the state after a turn that this process has just taken as the run's owner. What follows from it
    ///     was decided along, and the commit told whose the run is: neither is looked up again
    private void goOn(RunId run, Fence fence, RunState written) {
        RunState state = Projections.isUnderWay(written) ? advance(run, fence) : written;
        // A replay does nothing outside, whatever its state looks like.
        boolean again = !state.header().isReplay();
        while (again && !state.isTerminal()) {
            List<Effect> effects = Effect.pending(state);
            RunState moved = children.look(run, fence, effects);
            for (Effect effect : effects) {
                RunState after = start(run, fence, state, effect);
                moved = after == null ? moved : after;
            }
            RunState latest = moved == null ? state : moved;
            RunState next = Projections.isUnderWay(latest) ? advance(run, fence) : latest;
            again = moved != null || next.head() != state.head();
            state = next;
        }
        stopVoid(run);
    }

    /// Interrupts what nobody waits for any more. Errands are listed before the run is looked at: one that another
    /// thread begins meanwhile follows from a newer state, and judged by an older one it would be stopped for ever.
    private void stopVoid(RunId run) {
        List<Errand> errands = atWork.values().stream()
                .filter(errand -> errand.run().equals(run))
                .toList();
        if (errands.isEmpty()) {
            return;
        }
        RunState state = loader.load(run).state();
        Set<String> wanted = new HashSet<>();
        if (state.phase() != Phase.ENDING) {
            for (Effect effect : Effect.pending(state)) {
                if (effect instanceof Effect.Execute execute) {
                    wanted.add(key(run, execute));
                }
            }
        }
        errands.stream()
                .filter(errand -> !wanted.contains(key(run, errand.effect())))
                .forEach(this::stop);
    }

    private void stop(Errand errand) {
        errand.stop();
        if (lanes.withdraw(errand)) {
            threads.execute(() -> conclude(errand, null));
        } else {
            threads.execute(errand.cancellation()::cancel);
        }
    }

    private RunState advance(RunId run, Fence fence) {
        RunState state = loader.load(run).state();
        if (state.isTerminal()) {
            return state;
        }
        return state.header().isReplay()
                ? replays.advance(run, fence)
                : turns.take(run, fence, current -> first(current));
    }

    private Command first(RunState state) {
        return replays.firstCommand(state, clock.instant());
    }

    /// @return the run after a turn of its own that this took; null when it took none
    private @Nullable RunState start(RunId run, Fence fence, RunState state, Effect effect) {
        return switch (effect) {
            case Effect.Execute execute -> {
                execute(run, fence, state, execute);
                yield null;
            }
            case Effect.CreateChild create -> createChild(run, fence, create);
            case Effect.WatchChild watch -> {
                starts.beginUnsure(watch.childRunId());
                yield null;
            }
            case Effect.CancelChild cancel -> {
                starts.beginUnsure(cancel.childRunId());
                yield null;
            }
        };
    }

    private @Nullable RunState createChild(RunId run, Fence fence, Effect.CreateChild create) {
        try {
            return starts.create(run, fence, create);
        } catch (Refused lacking) {
            leave(run, fence, lacking);
            return null;
        }
    }

    /// Leaves a run to a process that has what this one lacks; not while this one still works on another part of it.
    private void leave(RunId run, Fence fence, Refused lacking) {
        if (fence instanceof Fence.Owned owned && !isAtWork(run)) {
            declined.leave(new Claim(run, owned.epoch(), false), lacking);
        }
    }

    private boolean isAtWork(RunId run) {
        return atWork.values().stream().anyMatch(errand -> errand.run().equals(run));
    }

    private static String key(RunId run, Effect.Execute effect) {
        return run + " " + effect.nodeId() + " " + effect.ordinal() + " " + effect.attempt();
    }

    private boolean isAtWork(RunId run, Effect.Execute effect) {
        return atWork.containsKey(key(run, effect));
    }

    private void execute(RunId run, Fence fence, RunState state, Effect.Execute effect) {
        Activity activity = activity(state, effect.nodeId()).orElse(null);
        if (activity == null) {
            // The run is ending. What nobody here can do has its grace, in which another host may still tell.
            return;
        }
        List<String> lacking = state.phase() == Phase.ENDING ? List.of() : capabilities.lacking(state, effect.nodeId());
        if (!lacking.isEmpty()) {
            leave(run, fence, Declined.refused(lacking));
            return;
        }
        Errand errand = new Errand(state, fence, effect, activity, this::perform);
        Errand current = atWork.merge(key(run, effect), errand, (known, fresh) -> known.renew(fence) ? known : fresh);
        if (current == errand) {
            lanes.enter(errand);
        }
    }

    private void perform(Errand errand, boolean waited) {
        LiveCall call =
                new LiveCall(errand, frames, inputs, outgoing, clock, new KeptNotes(store, outcomes, errand, told));
        NodeResult result = null;
        boolean shutDown;
        try {
            if ((!waited || isStillWanted(errand)) && errand.begin()) {
                result = Seam.during(errand.state().header(), () -> Activities.execute(errand.activity(), call));
            }
        } finally {
            shutDown = errand.end();
            // What follows is a turn: the place is another's.
            lanes.leave(errand);
        }
        conclude(
                errand,
                result == null || shutDown
                        ? null
                        : new OutcomeTurns.Outcome(
                                result,
                                call.facts(),
                                call.causes(),
                                call.remembered(),
                                call.files(),
                                call.exchanges()));
    }

    /// What has waited may be another process's by now. If the store cannot tell, it is asked for again later.
    private boolean isStillWanted(Errand errand) {
        try {
            StoredRun stored = loader.found(errand.run());
            return errand.fence() instanceof Fence.Owned owned
                    && owned.owner().equals(stored.owner())
                    && owned.epoch() == stored.epoch()
                    && Effect.pending(loader.refresh(errand.run()).state()).contains(errand.effect());
        } catch (StoreException e) {
            trouble.storeFailed(errand.run(), e);
            return false;
        }
    }

    /// Until its outcome is recorded, an activity counts as at work: nobody begins it again meanwhile.
    private void conclude(Errand errand, OutcomeTurns.@Nullable Outcome outcome) {
        RunId run = errand.run();
        guarded.run(run, () -> {
            Settled settled = settle(errand, outcome);
            atWork.remove(key(run, errand.effect()), errand);
            RunState after = settled.after();
            if (after != null && isLatest(run, after)) {
                goOn(run, settled.fence(), after);
            } else if (after != null) {
                goOn(run, errand.fence());
            } else if (settled.recorded() && (outcome != null || !errand.hasBegun())) {
                goOn(run, errand.fence());
            }
        });
    }

    /// Somebody may have answered what the outcome asks as soon as it was there. Whoever took the run up for that began
    /// nothing, since this activity still counted as at work; so what follows is begun here.
    private boolean isLatest(RunId run, RunState after) {
        return loader.load(run).state().head() == after.head();
    }

    /// @param recorded false when another process owns the run now
    /// @param after the state with the outcome in it; null when it says nothing new
    private record Settled(
            boolean recorded, Fence fence, @Nullable RunState after) {}

    private Settled settle(Errand errand, OutcomeTurns.@Nullable Outcome outcome) {
        while (true) {
            Fence fence = errand.fence();
            try {
                RunState after = null;
                if (outcome != null) {
                    after = outcomes.finish(errand.run(), fence, errand.effect(), outcome);
                } else if (!errand.hasBegun()) {
                    outcomes.giveUp(errand, fence);
                } else if (!errand.isRepeatable()) {
                    outcomes.loseTrack(errand.run(), fence, errand.effect());
                }
                return new Settled(true, fence, after);
            } catch (OwnershipLost lost) {
                if (errand.endAfterLosing(fence)) {
                    return new Settled(false, fence, null);
                }
            }
        }
    }

    /// Begins nothing any more, and frees what is at work from what it waits for.
    void beginNoMore() {
        lanes.close();
        for (Errand errand : atWork.values()) {
            errand.abandon();
            threads.execute(errand.cancellation()::cancel);
        }
    }

    /// The process gives its runs back while activities are at work. Who takes them up must not repeat those that are
    /// not repeatable, and only this process knows of them.
    void leave() {
        lanes.close();
        for (Errand errand : List.copyOf(atWork.values())) {
            if (!errand.isRepeatable() && !errand.staysUndone()) {
                guarded.run(errand.run(), () -> outcomes.loseTrack(errand.run(), errand.fence(), errand.effect()));
            }
        }
    }
}
