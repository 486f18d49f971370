package dev.waybill.runtime;

import dev.waybill.engine.decide.Effect;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityKind;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Fence;
import dev.waybill.runtime.lane.ActivityLanes;
import org.jspecify.annotations.Nullable;

/// An activity that waits or is at work in this process. It is interrupted once nobody waits for it any more.
final class Errand implements ActivityLanes.Job {

    private final RunState state;
    private Fence fence;
    private final Effect.Execute effect;
    private final Activity activity;
    private final ActivityKind kind;
    private final Work work;
    private @Nullable Thread thread;
    private boolean begun;
    private boolean stopped;
    private boolean over;
    private boolean abandoned;
    private final Cancellation cancellation = new Cancellation();

    /// Whoever does errands.
    interface Work {
        void perform(Errand errand, boolean waited);
    }

    /// @param state the run's when the activity was asked for
    Errand(RunState state, Fence fence, Effect.Execute effect, Activity activity, Work work) {
        this.state = state;
        this.fence = fence;
        this.effect = effect;
        this.activity = activity;
        this.kind = activity.kind();
        this.work = work;
    }

    RunId run() {
        return state.header().runId();
    }

    /// Whether it may simply be done again when nobody knows what became of it.
    boolean isRepeatable() {
        return activity.isRepeatable(state.definition(effect.nodeId()));
    }

    RunState state() {
        return state;
    }

    @Override
    public ActivityKind kind() {
        return kind;
    }

    @Override
    public String tenant() {
        return state.header().tenant();
    }

    @Override
    public void perform(boolean waited) {
        work.perform(this, waited);
    }

    synchronized Fence fence() {
        return fence;
    }

    /// The run was lost meanwhile and is this process's again: the outcome is recorded in the new epoch.
    ///
    /// @return false when the errand is over
    synchronized boolean renew(Fence other) {
        // A task of an earlier epoch may come late, too.
        if (!over && epoch(other) > epoch(fence)) {
            fence = other;
        }
        return !over;
    }

    private static long epoch(Fence fence) {
        return fence instanceof Fence.Owned owned ? owned.epoch() : 0;
    }

    /// @return false when the run is this process's again, in another epoch than the one that was lost
    synchronized boolean endAfterLosing(Fence lost) {
        over = fence.equals(lost);
        return over;
    }

    Effect.Execute effect() {
        return effect;
    }

    Activity activity() {
        return activity;
    }

    /// @return false when it was stopped before it began
    synchronized boolean begin() {
        begun = !stopped;
        thread = begun ? Thread.currentThread() : null;
        return begun;
    }

    /// Whether anything may have happened outside.
    synchronized boolean hasBegun() {
        return begun;
    }

    Cancellation cancellation() {
        return cancellation;
    }

    /// @return whether the process is about to end, so that the outcome tells nothing about the work: somebody else has
    ///     interrupted the thread, or closed what it works with
    synchronized boolean end() {
        thread = null;
        boolean interrupted = Thread.interrupted();
        return (interrupted || abandoned) && !stopped;
    }

    /// The process is about to end.
    synchronized void abandon() {
        abandoned = true;
    }

    synchronized boolean isUnwanted() {
        return stopped && !abandoned;
    }

    synchronized void stop() {
        boolean first = !stopped;
        stopped = true;
        if (first && thread != null) {
            thread.interrupt();
        }
    }

    /// Sees to it that it does not begin any more.
    ///
    /// @return false when it has begun before
    synchronized boolean staysUndone() {
        stopped = stopped || !begun;
        return !begun;
    }
}
