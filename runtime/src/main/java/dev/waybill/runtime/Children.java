package dev.waybill.runtime;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Effect;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.store.Fence;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import java.time.InstantSource;
import java.util.Optional;

/// What a run does with its children: it makes them, collects what they came to, and takes them along when it ends.
final class Children {

    private final RunStore store;
    private final Turns turns;
    private final RunLoader loader;
    private final Creation creation;
    private final InstantSource clock;
    private final ProcessId process;

    Children(RunStore store, Turns turns, RunLoader loader, Creation creation, InstantSource clock, ProcessId process) {
        this.store = store;
        this.turns = turns;
        this.loader = loader;
        this.creation = creation;
        this.clock = clock;
        this.process = process;
    }

    /// @return the new child; empty when there can be none, which the parent knows by then
    Optional<RunId> create(RunId run, Fence fence, Effect.CreateChild effect) {
        RunState parent = loader.load(run).state();
        Creation.Child child;
        try {
            child = creation.child(parent, effect, process);
        } catch (Refused refused) {
            RunError error =
                    new RunError(refused.code().wire(), String.valueOf(refused.getMessage()), refused.details(), false);
            turns.take(
                    run,
                    fence,
                    _ -> new Command.RefuseHandOver(clock.instant(), effect.nodeId(), effect.childRunId(), error));
            return Optional.empty();
        }
        turns.takeWithChild(run, fence, effect, clock.instant(), child, creation);
        RunId childId = child.header().runId();
        loader.forget(childId);
        return Optional.of(childId);
    }

    /// Brings a child's end to its parent.
    ///
    /// @return whether there was an end to bring
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
                && handing.childRunId().equals(childRunId);
    }

    boolean cancel(RunId run, Fence fence, Effect.CancelChild effect) {
        RunId child = new RunId(effect.childRunId());
        try {
            turns.take(
                    child,
                    Fence.HEAD_ONLY,
                    _ -> new Command.Cancel(clock.instant(), "parent-cancelled", null, run.value()));
        } catch (Refused ended) {
            if (ended.code() != RefusalCode.RUN_TERMINAL) {
                throw ended;
            }
        }
        return collect(run, fence, effect.nodeId(), effect.childRunId());
    }
}
