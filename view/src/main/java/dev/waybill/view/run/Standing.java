package dev.waybill.view.run;

import dev.waybill.engine.decide.Status;
import dev.waybill.engine.state.HandOver;
import dev.waybill.engine.state.Interrupt;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.Phase;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import java.util.ArrayList;
import java.util.List;

/// Where a run and its children stand.
///
/// @param rests whether nothing will happen until somebody does something
/// @param questions open ones, of the run and its children
public record Standing(RunState state, boolean rests, List<OpenQuestion> questions) {

    public RunStatus status() {
        return Status.of(state);
    }

    public static Standing of(RunStates runs, RunId run) {
        RunState state = runs.state(run);
        return new Standing(state, Resting.rests(runs, state), questions(runs, state));
    }

    private static List<OpenQuestion> questions(RunStates runs, RunState state) {
        List<OpenQuestion> questions = new ArrayList<>(own(state));
        for (NodeState node : state.nodes().values()) {
            if (node.occupation() instanceof Occupation.HandingOver handing) {
                handing.all()
                        .filter(HandOver::isRunning)
                        .forEach(it -> questions.addAll(questions(runs, runs.state(new RunId(it.childRunId())))));
            }
        }
        return questions;
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
