package dev.waybill.engine.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.workflow.guided.GuidedWorkflow;

/// Finds the next step.
///
/// Steps are looked at in their order; the first that is not done and whose condition holds is pending. One that is
/// passed over is not done: it is asked again at every advance. Inside loops the same holds for each round.
public final class Navigator {

    private Navigator() {}

    /// Chooses a run's first step.
    ///
    /// @param context what the run starts with; a null in it is nothing
    public static Navigation first(GuidedWorkflow workflow, JsonObject context) {
        Delta change = Delta.ofContext(JsonObject.EMPTY, context);
        return new Walk(workflow, GuidedState.UNBORN, change, new LoopDecision(workflow, Payload.EMPTY)).go();
    }

    /// Acknowledges the pending step and chooses the next. Whether the payload is good enough is not asked here.
    ///
    /// @throws IllegalArgumentException when no step is pending
    public static Navigation next(GuidedWorkflow workflow, GuidedState state, Payload payload) {
        String step = Steps.pending(workflow, state).id();
        Delta change = Delta.ofContext(state.context(), payload.context());
        var walk = new Walk(workflow, state, change, new LoopDecision(workflow, payload));
        walk.finish(step);
        return walk.go();
    }
}
