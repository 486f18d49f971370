package dev.waybill.engine.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.workflow.guided.GuidedStep;
import dev.waybill.workflow.guided.GuidedWorkflow;
import dev.waybill.workflow.guided.LoopStep;
import dev.waybill.workflow.guided.LoopStep.Rule.ForEach;
import dev.waybill.workflow.guided.LoopStep.Rule.Times;
import dev.waybill.workflow.guided.LoopStep.Rule.WhileArtifact;
import dev.waybill.workflow.guided.LoopStep.Rule.WhileCondition;
import dev.waybill.workflow.guided.PromptStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Every step as the agent will see it, before there is a run: variables stand as they are written, and what depends
/// on a condition says so.
public final class Preview {

    private Preview() {}

    /// @param loops the ids of the loops around the step, outermost first
    /// @param repeats what each of them repeats by, in words
    /// @param runsWhen the step's own condition in words; null when it always runs
    /// @param confirmation `always`, `never`, or `while …`
    public record Step(
            String stepId,
            String title,
            List<String> loops,
            List<String> repeats,
            @Nullable String runsWhen,
            String prompt,
            String confirmation) {
        public Step {
            loops = List.copyOf(loops);
            repeats = List.copyOf(repeats);
        }

        /// What does not apply to the step is left out.
        public JsonObject toJson() {
            return JsonObject.of("stepId", stepId)
                    .with("title", title)
                    .withIfPresent("runsWhen", runsWhen)
                    .withIfPresent("loops", loops.isEmpty() ? null : JsonArray.ofStrings(loops))
                    .withIfPresent("repeats", repeats.isEmpty() ? null : JsonArray.ofStrings(repeats))
                    .with("confirmation", confirmation)
                    .with("prompt", prompt);
        }
    }

    /// Each prompt as a whole, with what it says about the workflow.
    public static List<Step> of(GuidedWorkflow workflow) {
        return of(workflow, (prompt, first) -> prompt.workflow(first));
    }

    /// Each prompt without what holds for all steps: rules and references.
    public static List<Step> ownParts(GuidedWorkflow workflow) {
        return of(workflow, (prompt, _) -> prompt);
    }

    /// What all steps may refer to.
    public static List<String> references(GuidedWorkflow workflow) {
        return workflow.references().stream().map(PromptText::reference).toList();
    }

    private interface Common {
        PromptText of(PromptText prompt, boolean first);
    }

    private static List<Step> of(GuidedWorkflow workflow, Common common) {
        List<Step> steps = new ArrayList<>();
        collect(workflow, workflow.steps(), List.of(), steps, common);
        return List.copyOf(steps);
    }

    private static void collect(
            GuidedWorkflow workflow, List<GuidedStep> from, List<LoopStep> around, List<Step> steps, Common common) {
        for (GuidedStep step : from) {
            switch (step) {
                case PromptStep prompt -> {
                    PromptText text = new PromptText(workflow, prompt, UnaryOperator.identity());
                    boolean first = steps.isEmpty();
                    steps.add(preview(prompt, around, text, part -> common.of(part, first)));
                }
                case LoopStep loop -> {
                    List<LoopStep> inside = new ArrayList<>(around);
                    inside.add(loop);
                    collect(workflow, loop.body(), inside, steps, common);
                }
            }
        }
    }

    private static Step preview(
            PromptStep step, List<LoopStep> around, PromptText text, UnaryOperator<PromptText> common) {
        PromptText own = text.place(around.stream()
                        .map(loop -> "(%s: %s)".formatted(loop.title(), repeats(loop)))
                        .toList())
                .role()
                .task(step.fragments().stream().map(Preview::fragment).toList())
                .help();
        String prompt = common.apply(own).expected().user(asked(step)).toString();
        return new Step(
                step.id(),
                step.title(),
                around.stream().map(LoopStep::id).toList(),
                around.stream().map(Preview::repeats).toList(),
                step.runCondition() == null ? null : ConditionText.of(step.runCondition()),
                prompt,
                confirmation(step));
    }

    private static String fragment(PromptStep.PromptFragment fragment) {
        return fragment.when() == null
                ? fragment.text()
                : "[while %s:]\n%s".formatted(ConditionText.of(fragment.when()), fragment.text());
    }

    private static Optional<String> asked(PromptStep step) {
        if (!step.confirmation().required()) {
            return Optional.empty();
        }
        return Optional.of(
                step.confirmation().condition() == null
                        ? ""
                        : " while " + ConditionText.of(step.confirmation().condition()));
    }

    private static String confirmation(PromptStep step) {
        return asked(step).map(when -> when.isEmpty() ? "always" : when.strip()).orElse("never");
    }

    /// What a loop repeats by.
    static String repeats(LoopStep loop) {
        String rule = switch (loop.rule()) {
            case WhileCondition it -> "while " + ConditionText.of(it.condition());
            case WhileArtifact it -> "until an artifact of " + it.contractRef() + " says stop";
            case Times it when it.count() != null -> it.count() + " times";
            case Times it -> it.countVar() + " times";
            case ForEach it -> "for each " + it.itemVar() + " of " + it.itemsVar();
        };
        return "%s, at most %d rounds".formatted(rule, loop.maxIterations());
    }
}
