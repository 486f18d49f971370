package dev.waybill.runtime;

import dev.waybill.engine.decide.Effect;
import dev.waybill.engine.node.Activity;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Fence;
import org.jspecify.annotations.Nullable;

/// An activity at work in this process. It is interrupted once nobody waits for it any more.
final class Errand {

    private final RunId run;
    private Fence fence;
    private final Effect.Execute effect;
    private final Activity activity;
    private @Nullable Thread thread;
    private boolean stopped;
    private boolean over;

    Errand(RunId run, Fence fence, Effect.Execute effect, Activity activity) {
        this.run = run;
        this.fence = fence;
        this.effect = effect;
        this.activity = activity;
    }

    RunId run() {
        return run;
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
        thread = stopped ? null : Thread.currentThread();
        return !stopped;
    }

    /// @return whether the thread was interrupted by somebody else: the process is about to end
    synchronized boolean end() {
        thread = null;
        boolean interrupted = Thread.interrupted();
        return interrupted && !stopped;
    }

    synchronized void stop() {
        if (!stopped && thread != null) {
            thread.interrupt();
        }
        stopped = true;
    }
}
