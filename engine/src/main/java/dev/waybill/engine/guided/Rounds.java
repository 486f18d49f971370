package dev.waybill.engine.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.guided.GuidedWorkflow;
import dev.waybill.workflow.guided.LoopStep;
import dev.waybill.workflow.guided.LoopStep.Rule;
import dev.waybill.workflow.guided.LoopStep.Rule.ForEach;
import dev.waybill.workflow.guided.LoopStep.Rule.Times;
import dev.waybill.workflow.guided.LoopStep.Rule.WhileArtifact;
import dev.waybill.workflow.guided.LoopStep.Rule.WhileCondition;
import java.util.Optional;

/// Decides about a round of a loop: before it begins, and before each of its steps.
final class Rounds {

    private Rounds() {}

    sealed interface Verdict {
        enum Plain implements Verdict {
            ANOTHER,
            ENOUGH
        }

        record Wrong(Blocker blocker) implements Verdict {}
    }

    /// @param around the context as seen around the loop
    /// @param stopped whether the agent said so in this call
    static Verdict judge(GuidedWorkflow workflow, LoopStep loop, int iteration, JsonObject around, boolean stopped) {
        var problems = new LoopProblems(workflow, loop);
        return switch (loop.rule()) {
            case WhileCondition rule -> {
                boolean holds = rule.condition().holds(LoopVariables.over(around, loop, iteration));
                yield open(holds, loop, iteration, problems);
            }
            case WhileArtifact artifact -> open(!stopped, loop, iteration, problems);
            case Times times -> counted(times, loop, iteration, around, problems);
            case ForEach each -> listed(each, loop, iteration, around, problems);
        };
    }

    /// How many rounds a loop will have, where that is known before.
    static Optional<Integer> count(Rule rule, JsonObject around) {
        return switch (rule) {
            case Times times when times.count() != null -> Optional.of(times.count());
            case Times times ->
                around.get(String.valueOf(times.countVar())) instanceof JsonNumber number
                        ? whole(number)
                        : Optional.empty();
            case ForEach each -> around.array(each.itemsVar()).map(JsonArray::size);
            default -> Optional.empty();
        };
    }

    private static Verdict open(boolean more, LoopStep loop, int iteration, LoopProblems problems) {
        if (!more) {
            return Verdict.Plain.ENOUGH;
        }
        return iteration < loop.maxIterations() ? Verdict.Plain.ANOTHER : new Verdict.Wrong(problems.stillOpen());
    }

    private static Verdict counted(
            Times times, LoopStep loop, int iteration, JsonObject around, LoopProblems problems) {
        Optional<Integer> count = count(times, around);
        if (count.isEmpty()) {
            return new Verdict.Wrong(problems.noCount(times, around));
        }
        return bounded(count.get(), loop, iteration, problems);
    }

    private static Verdict listed(
            ForEach each, LoopStep loop, int iteration, JsonObject around, LoopProblems problems) {
        JsonValue items = around.get(each.itemsVar());
        if (!(items instanceof JsonArray array)) {
            return new Verdict.Wrong(problems.noItems(each, items));
        }
        Optional<Blocker> unfit = problems.unfitItem(each, array);
        return unfit.isPresent() ? new Verdict.Wrong(unfit.get()) : bounded(array.size(), loop, iteration, problems);
    }

    private static Verdict bounded(int count, LoopStep loop, int iteration, LoopProblems problems) {
        if (count > loop.maxIterations()) {
            return new Verdict.Wrong(problems.tooMany(count));
        }
        return iteration < count ? Verdict.Plain.ANOTHER : Verdict.Plain.ENOUGH;
    }

    private static Optional<Integer> whole(JsonNumber number) {
        return number.asInteger().stream()
                .boxed()
                .filter(value -> value >= 0)
                .map(value -> (int) Math.min(value, Integer.MAX_VALUE))
                .findFirst();
    }
}
