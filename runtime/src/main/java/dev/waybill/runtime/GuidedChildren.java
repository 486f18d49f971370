package dev.waybill.runtime;

import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.state.Ending;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.Fence;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;

/// Guided runs that agents began inside a step of another run. That run's log does not know them, so it is here that
/// they end when it is cancelled: at once, and once more when their agent comes back, in case the first try was lost.
record GuidedChildren(RunStore store, RunLoader loader, Turns turns, InstantSource clock) {

    private static final String WITH_PARENT = "parent-cancelled";
    private static final int PAGE = 500;
    private static final List<RunStatus> OPEN = Arrays.stream(RunStatus.values())
            .filter(status -> !status.isTerminal())
            .toList();

    /// Takes along what agents do inside a run that was cancelled.
    void cancelWith(RunState parent) {
        if (!(parent.ending() instanceof Ending.Cancelling cancelled)) {
            return;
        }
        RunId before = null;
        List<StoredRun> page;
        do {
            page = store.runs(RunQuery.where()
                    .statuses(OPEN)
                    .parent(parent.header().runId())
                    .before(before)
                    .guided()
                    .newest(PAGE));
            for (StoredRun child : page) {
                before = child.header().runId();
                cancel(before, parent, cancelled);
            }
        } while (page.size() == PAGE);
    }

    private void cancel(RunId child, RunState parent, Ending.Cancelling cancelled) {
        try {
            cancelWith(turns.take(
                    child,
                    Fence.HEAD_ONLY,
                    _ -> new Command.Cancel(
                            clock.instant(),
                            cancelled.reason() == null ? WITH_PARENT : cancelled.reason(),
                            cancelled.by(),
                            parent.header().runId().value(),
                            cancelled.event().id())));
        } catch (Refused ended) {
            if (ended.code() != RefusalCode.RUN_TERMINAL) {
                throw ended;
            }
        }
    }

    /// The state of a run, cancelled if its parent was meanwhile.
    RunState caughtUp(RunState state) {
        if (state.isTerminal() || !state.isGuided() || !(state.header().origin() instanceof Origin.Child child)) {
            return state;
        }
        RunState parent = store.run(child.parent())
                .filter(stored -> !stored.pruned())
                .map(_ -> caughtUp(loader.refresh(child.parent()).state()))
                .orElse(state);
        if (!(parent.ending() instanceof Ending.Cancelling cancelled)) {
            return state;
        }
        cancel(state.header().runId(), parent, cancelled);
        return loader.refresh(state.header().runId()).state();
    }
}
