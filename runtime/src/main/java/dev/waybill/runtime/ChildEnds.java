package dev.waybill.runtime;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Effect;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.state.HandOver;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.EventLog;
import dev.waybill.journal.store.Fence;
import dev.waybill.journal.store.StoredRun;
import java.time.InstantSource;

/// What passes between a parent and the end of its child. The parent's owner looks; the child knows nothing of it.
final class ChildEnds {

    private final EventLog store;
    private final Turns turns;
    private final RunLoader loader;
    private final InstantSource clock;
    private final GuidedChildren guided;

    ChildEnds(EventLog store, Turns turns, RunLoader loader, InstantSource clock, GuidedChildren guided) {
        this.store = store;
        this.turns = turns;
        this.loader = loader;
        this.clock = clock;
        this.guided = guided;
    }

    /// Brings a child's end to its parent.
    ///
    /// @return whether the parent may have moved
    boolean collect(RunId run, Fence fence, String nodeId, String childRunId) {
        RunId child = new RunId(childRunId);
        StoredRun stored = store.run(child).orElse(null);
        if (stored == null || !stored.projection().status().isTerminal()) {
            return false;
        }
        RunState end = loader.refresh(child).state();
        turns.take(
                run,
                fence,
                state -> isWaitingFor(state, nodeId, childRunId)
                        ? new Command.Collect(
                                clock.instant(),
                                nodeId,
                                childRunId,
                                stored.projection().status(),
                                new JsonObject(end.variables()),
                                end.outputs(),
                                end.error())
                        : new Command.Advance(clock.instant()));
        return true;
    }

    private static boolean isWaitingFor(RunState state, String nodeId, String childRunId) {
        return state.node(nodeId).occupation() instanceof Occupation.HandingOver handing
                && handing.find(childRunId).filter(HandOver::isRunning).isPresent();
    }

    /// Takes a child along into its parent's end.
    boolean cancel(RunId run, Fence fence, Effect.CancelChild effect) {
        RunId child = new RunId(effect.childRunId());
        try {
            guided.cancelWith(turns.take(
                    child,
                    Fence.HEAD_ONLY,
                    _ -> new Command.Cancel(clock.instant(), "parent-cancelled", null, run.value(), effect.cause())));
        } catch (Refused ended) {
            if (ended.code() != RefusalCode.RUN_TERMINAL) {
                throw ended;
            }
        }
        return collect(run, fence, effect.nodeId(), effect.childRunId());
    }
}
