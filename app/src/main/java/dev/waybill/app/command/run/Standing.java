package dev.waybill.app.command.run;

import dev.waybill.engine.decide.Projections;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.state.Interrupt;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.Phase;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.runtime.RunLoader;
import java.util.ArrayList;
import java.util.List;

/// Where a run and its children stand.
///
/// @param rests whether nothing will happen until somebody does something
/// @param questions open ones, of the run and its children
record Standing(RunState state, boolean rests, List<OpenQuestion> questions) {

    RunStatus status() {
        return Status.of(state);
    }

    static Standing of(RunLoader loader, RunId run) {
        RunState state = loader.state(run);
        List<OpenQuestion> questions = new ArrayList<>(own(state));
        boolean rests = restsByItself(state);
        for (NodeState node : state.nodes().values()) {
            if (node.occupation() instanceof Occupation.HandingOver handing) {
                if (handing.isCreated()) {
                    Standing child = of(loader, new RunId(handing.childRunId()));
                    questions.addAll(child.questions());
                    rests &= child.rests() && !child.state().isTerminal();
                } else {
                    rests = false;
                }
            }
        }
        return new Standing(state, rests, questions);
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
                yield !works && !Projections.isReady(state) && state.isBusy();
            }
        };
    }

    private static List<OpenQuestion> own(RunState state) {
        if (state.phase() == Phase.ENDED) {
            return List.of();
        }
        List<OpenQuestion> questions = new ArrayList<>();
        for (Interrupt interrupt : state.interrupts().values()) {
            boolean several = state.interrupts().values().stream()
                            .filter(other -> other.nodeId().equals(interrupt.nodeId()))
                            .count()
                    > 1;
            questions.add(new OpenQuestion(state.header().runId(), interrupt, several));
        }
        return questions;
    }
}
