package dev.waybill.runtime;

import dev.waybill.engine.decide.Decider;
import dev.waybill.engine.decide.Effect;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Fence;
import java.util.List;
import java.util.function.Predicate;

/// What is to be done for a run that is taken up, by whoever began it before.
final class LeftWork {

    private final Decider decider;
    private final OutcomeTurns outcomes;

    LeftWork(Decider decider, OutcomeTurns outcomes) {
        this.decider = decider;
        this.outcomes = outcomes;
    }

    /// Whether all that is to be done is to create children: the commit that creates one judges whose the run is, and
    /// on what state. Other work begins outside, where nobody judges it; and a fork has yet to decide what it is.
    static boolean onlyHandsOver(RunState state) {
        List<Effect> effects = Effect.pending(state);
        return !(state.header().origin() instanceof Origin.Fork)
                && !effects.isEmpty()
                && effects.stream().allMatch(Effect.CreateChild.class::isInstance);
    }

    /// Work of a dead owner that must not be repeated blindly: a person is asked.
    ///
    /// @param atWork what this process is doing itself
    void loseTrack(RunId run, Fence fence, RunState state, Predicate<Effect.Execute> atWork) {
        for (Effect effect : Effect.pending(state)) {
            if (effect instanceof Effect.Execute execute && !atWork.test(execute) && !isRepeatable(state, execute)) {
                outcomes.loseTrack(run, fence, execute);
            }
        }
    }

    private boolean isRepeatable(RunState state, Effect.Execute effect) {
        return decider.types()
                .activity(state.definition(effect.nodeId()))
                .map(activity -> activity.isRepeatable(state.definition(effect.nodeId())))
                .orElse(true);
    }
}
