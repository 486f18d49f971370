package dev.waybill.engine.guided;

import dev.waybill.workflow.guided.GuidedStep;
import dev.waybill.workflow.guided.GuidedWorkflow;
import dev.waybill.workflow.guided.LoopStep;
import dev.waybill.workflow.guided.PromptStep;
import java.util.ArrayList;
import java.util.List;

/// Finds a workflow's steps again by what a state says about them.
final class Steps {

    private Steps() {}

    /// The loops that a state is in, outermost first.
    static List<LoopStep> loops(GuidedWorkflow workflow, List<LoopFrame> frames) {
        List<LoopStep> loops = new ArrayList<>();
        List<GuidedStep> within = workflow.steps();
        for (LoopFrame frame : frames) {
            if (!(find(within, frame.loop()) instanceof LoopStep loop)) {
                throw new IllegalArgumentException("the workflow has no loop \"" + frame.loop() + "\" there");
            }
            loops.add(loop);
            within = loop.body();
        }
        return loops;
    }

    /// The step that a state waits for.
    static PromptStep pending(GuidedWorkflow workflow, GuidedState state) {
        if (state.pending() == null) {
            throw new IllegalArgumentException("the run is complete, no step is pending");
        }
        List<LoopStep> loops = loops(workflow, state.loops());
        List<GuidedStep> within =
                loops.isEmpty() ? workflow.steps() : loops.getLast().body();
        if (find(within, state.pending()) instanceof PromptStep step) {
            return step;
        }
        throw new IllegalArgumentException("the workflow has no step \"" + state.pending() + "\" there");
    }

    private static GuidedStep find(List<GuidedStep> steps, String id) {
        return steps.stream()
                .filter(step -> step.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the workflow has no step \"" + id + "\" there"));
    }
}
