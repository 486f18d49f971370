package dev.waybill.runtime;

import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Effect;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.store.Fence;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.StoreException;
import dev.waybill.runtime.lane.TurnQueue;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/// Brings children into being, and begins each of them once.
final class ChildStarts {

    private final Turns turns;
    private final RunLoader loader;
    private final Creation creation;
    private final InstantSource clock;
    private final ProcessId process;
    private final TurnQueue queue;
    private final Guarded guarded;
    private final BiConsumer<RunId, Fence> goOn;
    /// Children of which the store did not say whether it has them. If it has, however late it came to that, their
    /// parent says so when it goes on.
    private final Set<String> unsure = ConcurrentHashMap.newKeySet();

    /// @param goOn lets a run go on until it has to wait
    ChildStarts(
            Turns turns,
            RunLoader loader,
            Creation creation,
            InstantSource clock,
            ProcessId process,
            TurnQueue queue,
            Guarded guarded,
            BiConsumer<RunId, Fence> goOn) {
        this.turns = turns;
        this.loader = loader;
        this.creation = creation;
        this.clock = clock;
        this.process = process;
        this.queue = queue;
        this.guarded = guarded;
        this.goOn = goOn;
    }

    /// @return the parent afterwards
    /// @throws Refused when this process lacks what the child needs; others may have it
    RunState create(RunId run, Fence fence, Effect.CreateChild effect) {
        RunState after;
        try {
            after = turns.takeWithChild(
                    run,
                    fence,
                    effect,
                    clock.instant(),
                    (parent, cause, out) -> creation.child(parent, effect, process, cause, out));
            unsure.remove(effect.childRunId());
        } catch (StoreException e) {
            unsure.add(effect.childRunId());
            throw e;
        } catch (Refused refused) {
            if (refused.code() == RefusalCode.CAPABILITY_REQUIRED && isPinned(run, effect)) {
                throw refused;
            }
            RunError error =
                    new RunError(refused.code().wire(), String.valueOf(refused.getMessage()), refused.details(), false);
            return turns.take(
                    run,
                    fence,
                    _ -> new Command.RefuseHandOver(clock.instant(), effect.nodeId(), effect.childRunId(), error));
        }
        RunId childId = new RunId(effect.childRunId());
        if (!loader.rests(childId)) {
            beginSoon(childId);
        }
        return after;
    }

    /// What was found sound when the run began lacks nothing but in this process.
    private boolean isPinned(RunId run, Effect.CreateChild effect) {
        RunHeader header = loader.load(run).state().header();
        return Pins.find(header, effect.plan().workerId()).isPresent();
    }

    /// @param child that its parent knows of
    void beginUnsure(String child) {
        if (unsure.remove(child)) {
            beginSoon(new RunId(child));
        }
    }

    private void beginSoon(RunId child) {
        queue.execute(loader.tenantIfKnown(child), () -> guarded.run(child, () -> begin(child)));
    }

    /// Somebody else may have been faster and ended the parent, so that the child was never created.
    private void begin(RunId child) {
        try {
            goOn.accept(child, new Fence.Owned(process, Births.FIRST_EPOCH));
        } catch (Refused refused) {
            if (refused.code() != RefusalCode.RUN_NOT_FOUND) {
                throw refused;
            }
        }
    }
}
