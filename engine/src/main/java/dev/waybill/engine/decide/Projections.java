package dev.waybill.engine.decide;

import dev.waybill.engine.state.Interrupt;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.Phase;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.store.Projection;
import org.jspecify.annotations.Nullable;

/// What can be asked about a run without folding it, computed from the fold.
public final class Projections {

    private Projections() {}

    public static Projection of(RunState state) {
        return new Projection(
                Status.of(state), isReady(state), Timers.nextDue(state), currentNode(state), state.clock());
    }

    /// Whether a process has something to do for the run right now.
    public static boolean isReady(RunState state) {
        return switch (state.phase()) {
            case ENDED -> false;
            case UNBORN -> true;
            case PAUSED -> hasWork(state);
            case RUNNING, PAUSING, ENDING -> hasWork(state) || Progress.isUnderWay(state);
        };
    }

    /// Whether the last turn stopped half-way, because it got long.
    public static boolean isUnderWay(RunState state) {
        return Progress.isUnderWay(state);
    }

    private static boolean hasWork(RunState state) {
        for (NodeState node : state.nodes().values()) {
            if (hasWork(state, node)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasWork(RunState state, NodeState node) {
        return switch (node.occupation()) {
            case Occupation.Working _ -> true;
            case Occupation.HandingOver handing ->
                handing.all()
                        .anyMatch(it -> it.isDispatching()
                                ? state.phase() != Phase.PAUSED
                                : it.isOwed() || (it.isRunning() && state.phase() == Phase.ENDING));
            case Occupation.Idle _, Occupation.Delaying _, Occupation.Retrying _, Occupation.Asking _ -> false;
        };
    }

    private static @Nullable String currentNode(RunState state) {
        if (state.lineage() != null) {
            return state.lineage()
                    .latest()
                    .map(place -> place.state().pending())
                    .orElse(null);
        }
        return state.interrupts().values().stream()
                .min((a, b) -> Long.compare(a.event().sequence(), b.event().sequence()))
                .map(Interrupt::nodeId)
                .orElse(null);
    }
}
