package dev.waybill.engine.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.workflow.guided.GuidedWorkflow;
import dev.waybill.workflow.guided.LoopStep;
import dev.waybill.workflow.guided.PromptStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Writes what the agent reads.
public final class Rendering {

    private Rendering() {}

    /// The pending step of a state; empty when the run is complete.
    public static Optional<Pending> pending(GuidedWorkflow workflow, GuidedState state) {
        return state.isComplete() ? Optional.empty() : Optional.of(render(workflow, state));
    }

    private static Pending render(GuidedWorkflow workflow, GuidedState state) {
        PromptStep step = Steps.pending(workflow, state);
        JsonObject seen = LoopVariables.over(state.context(), workflow, state.loops());
        boolean confirm = step.confirmation().isDue(seen);
        Substitution.Room room = Substitution.Room.ofPrompt();
        var prompt = new PromptText(workflow, step, text -> Substitution.apply(text, seen, room))
                .place(place(workflow, state))
                .role()
                .task(step.fragments().stream()
                        .filter(fragment ->
                                fragment.when() == null || fragment.when().holds(seen))
                        .map(PromptStep.PromptFragment::text)
                        .toList())
                .help()
                .workflow(state.acknowledged() == 0)
                .expected()
                .user(confirm ? Optional.of("") : Optional.empty());
        return new Pending(
                step.id(),
                Substitution.apply(step.title(), seen, Substitution.Room.ofTitle()),
                prompt.toString(),
                confirm);
    }

    /// Which round of which loop this is.
    private static List<String> place(GuidedWorkflow workflow, GuidedState state) {
        List<String> lines = new ArrayList<>();
        JsonObject around = state.context();
        List<LoopStep> loops = Steps.loops(workflow, state.loops());
        for (int depth = 0; depth < loops.size(); depth++) {
            LoopStep loop = loops.get(depth);
            int iteration = state.loops().get(depth).iteration();
            String most = Rounds.count(loop.rule(), around)
                    .map(count -> "of " + count)
                    .orElse("of at most " + loop.maxIterations());
            around = LoopVariables.over(around, loop, iteration);
            lines.add("(%s: round %d %s)"
                    .formatted(
                            Substitution.apply(loop.title(), around, Substitution.Room.ofTitle()),
                            iteration + 1,
                            most));
        }
        return lines;
    }
}
