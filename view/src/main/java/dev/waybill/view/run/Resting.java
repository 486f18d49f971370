package dev.waybill.view.run;

import dev.waybill.engine.decide.Projections;
import dev.waybill.engine.state.HandOver;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunId;

/// Whether nothing will happen to a run until somebody does something. Every command that stays with a run asks here.
public final class Resting {

    private Resting() {}

    /// @param runs finds the run's children: a run rests only where they do
    public static boolean rests(RunStates runs, RunState state) {
        return restsByItself(state)
                && state.nodes().values().stream().allMatch(node -> childRests(runs, node.occupation()));
    }

    /// As far as the run's own nodes go.
    private static boolean restsByItself(RunState state) {
        return switch (state.phase()) {
            case ENDED, PAUSED -> true;
            case UNBORN, PAUSING, ENDING -> false;
            case RUNNING -> {
                boolean works = state.nodes().values().stream()
                        .map(NodeState::occupation)
                        .anyMatch(it -> !(it instanceof Occupation.Idle
                                || it instanceof Occupation.Asking
                                || it instanceof Occupation.HandingOver));
                // A guided run has no node at work: its agent goes on with it.
                yield !works && !Projections.isReady(state) && (state.isBusy() || state.isGuided());
            }
        };
    }

    /// A child that has ended is about to be collected, and one that is not there yet about to be made.
    private static boolean childRests(RunStates runs, Occupation occupation) {
        return !(occupation instanceof Occupation.HandingOver handing)
                || handing.all()
                        .allMatch(it -> it.isOver()
                                || it.phase() == HandOver.Phase.UNDER_REVIEW
                                || (it.isRunning() && rests(runs, it)));
    }

    private static boolean rests(RunStates runs, HandOver handOver) {
        RunState child = runs.state(new RunId(handOver.childRunId()));
        return !child.isTerminal() && rests(runs, child);
    }
}
