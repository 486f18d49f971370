package dev.waybill.engine.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.workflow.guided.GuidedStep;
import dev.waybill.workflow.guided.GuidedWorkflow;
import dev.waybill.workflow.guided.LoopStep;
import dev.waybill.workflow.guided.PromptStep;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// One search for the next step, from a state on. It notes only what it adds, which makes the delta.
final class Walk {

    static final int NO_LOOP = -1;

    /// Loops whose steps are all passed over could turn for long; nobody waits for more than this.
    static final int MOST_TURNS = 10_000;

    private final GuidedWorkflow workflow;
    private final GuidedState before;
    private final Delta change;
    private final LoopDecision decision;
    private final JsonObject context;
    private final Set<String> done = new LinkedHashSet<>();
    private final List<OpenLoop> open = new ArrayList<>();
    /// The depth of the loop that the agent stopped.
    private int stopped;

    /// A loop that the search is in.
    ///
    /// @param earlier what was done in this round before the search
    private record OpenLoop(LoopStep loop, int iteration, Set<String> earlier, Set<String> added) {
        OpenLoop(LoopStep loop, int iteration) {
            this(loop, iteration, new LinkedHashSet<>(), new LinkedHashSet<>());
        }

        boolean has(String id) {
            return earlier.contains(id) || added.contains(id);
        }
    }

    private sealed interface Turn {
        record Found(PromptStep step) implements Turn {}

        record Wrong(Blocker blocker) implements Turn {}

        enum Plain implements Turn {
            AGAIN,
            COMPLETE
        }
    }

    Walk(GuidedWorkflow workflow, GuidedState before, Delta change, LoopDecision decision) {
        this.workflow = workflow;
        this.before = before;
        this.change = change;
        this.context = change.changed(before.context());
        this.decision = decision;
        List<LoopStep> loops = Steps.loops(workflow, before.loops());
        this.stopped = decision.stopped(loops);
        for (int depth = 0; depth < loops.size(); depth++) {
            LoopFrame frame = before.loops().get(depth);
            open.add(new OpenLoop(loops.get(depth), frame.iteration(), frame.done(), new LinkedHashSet<>()));
        }
    }

    /// Marks a step, or a loop, as done where the search stands.
    void finish(String id) {
        if (open.isEmpty()) {
            done.add(id);
        } else {
            open.getLast().added().add(id);
        }
    }

    Navigation go() {
        for (int turns = 0; turns < MOST_TURNS; turns++) {
            switch (turn()) {
                case Turn.Found found -> {
                    return moved(change.moving(
                            List.copyOf(done), frames(), found.step().id()));
                }
                case Turn.Wrong wrong -> {
                    return new Navigation.Stuck(wrong.blocker());
                }
                case Turn.Plain.COMPLETE -> {
                    return moved(change.moving(List.copyOf(done), List.of(), null));
                }
                case Turn.Plain.AGAIN -> {}
            }
        }
        return new Navigation.Stuck(endless());
    }

    private Turn turn() {
        JsonObject seen = context;
        for (int depth = 0; depth < open.size(); depth++) {
            OpenLoop at = open.get(depth);
            JsonObject around = seen;
            seen = LoopVariables.over(around, at.loop(), at.iteration());
            switch (Rounds.judge(workflow, at.loop(), at.iteration(), around, depth == stopped)) {
                case Rounds.Verdict.Wrong wrong -> {
                    return new Turn.Wrong(wrong.blocker());
                }
                case Rounds.Verdict.Plain.ENOUGH -> {
                    leave(depth);
                    return Turn.Plain.AGAIN;
                }
                case Rounds.Verdict.Plain.ANOTHER -> {}
            }
        }
        return scan(open.isEmpty() ? workflow.steps() : open.getLast().loop().body(), seen);
    }

    private Turn scan(List<GuidedStep> steps, JsonObject seen) {
        Optional<GuidedStep> due =
                steps.stream().filter(step -> isDue(step, seen)).findFirst();
        if (due.isEmpty()) {
            return nextRound();
        }
        return switch (due.get()) {
            case PromptStep step -> new Turn.Found(step);
            case LoopStep loop -> {
                enter(loop);
                yield Turn.Plain.AGAIN;
            }
        };
    }

    private void enter(LoopStep loop) {
        if (open.isEmpty() && decision.stops(loop)) {
            stopped = 0;
        }
        open.add(new OpenLoop(loop, 0));
    }

    private boolean isDue(GuidedStep step, JsonObject seen) {
        boolean isDone = open.isEmpty()
                ? done.contains(step.id()) || before.done().contains(step.id())
                : open.getLast().has(step.id());
        return !isDone && (step.runCondition() == null || step.runCondition().holds(seen));
    }

    private Turn nextRound() {
        if (open.isEmpty()) {
            return Turn.Plain.COMPLETE;
        }
        OpenLoop over = open.removeLast();
        open.add(new OpenLoop(over.loop(), over.iteration() + 1));
        return Turn.Plain.AGAIN;
    }

    /// Ends a loop, and those inside it with it.
    private void leave(int depth) {
        String id = open.get(depth).loop().id();
        open.subList(depth, open.size()).clear();
        if (stopped >= depth) {
            stopped = NO_LOOP;
        }
        finish(id);
    }

    private Navigation moved(Delta delta) {
        return new Navigation.Moved(delta, before.apply(delta));
    }

    private List<LoopFrame> frames() {
        return open.stream()
                .map(at -> LoopFrame.of(at.loop().id(), at.iteration(), at.added()))
                .toList();
    }

    private Blocker endless() {
        String where = open.isEmpty() ? workflow.id() : open.getLast().loop().id();
        return Blocker.of(
                BlockerCode.SELECTION_LIMIT_EXCEEDED,
                Payload.CONTEXT,
                "no step was found after %d turns; \"%s\" repeats, but none of its steps is due. Set the variables that their conditions ask for, or those that end the loop"
                        .formatted(MOST_TURNS, where));
    }
}
