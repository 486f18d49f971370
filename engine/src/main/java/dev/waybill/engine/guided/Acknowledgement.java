package dev.waybill.engine.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.workflow.guided.GuidedWorkflow;
import dev.waybill.workflow.guided.NotesRule;
import dev.waybill.workflow.guided.PromptStep;
import java.util.ArrayList;
import java.util.List;

/// Holds what an agent brings to what the pending step asks for: notes, output, judgements.
public final class Acknowledgement {

    private Acknowledgement() {}

    /// What keeps the pending step from being acknowledged, at most [Blocker#MOST]; empty when nothing does.
    ///
    /// @throws IllegalArgumentException when no step is pending
    public static List<Blocker> check(GuidedWorkflow workflow, GuidedState state, Payload payload) {
        PromptStep step = Steps.pending(workflow, state);
        JsonObject context = Delta.ofContext(state.context(), payload.context()).changed(state.context());
        List<Blocker> blockers = new ArrayList<>();
        if (!payload.context().isEmpty()) {
            PayloadChecks.size(context).ifPresent(blockers::add);
        }
        blockers.addAll(notes(step, LoopVariables.over(context, workflow, state.loops()), payload));
        if (step.contract() != null) {
            boolean required = step.contract().required();
            workflow.contract(step.contract().ref())
                    .ifPresent(contract -> blockers.addAll(new OutputCheck(contract, required, payload).blockers()));
        }
        blockers.addAll(new AssessmentCheck(workflow, step, payload).blockers());
        return Blocker.list(blockers);
    }

    private static List<Blocker> notes(PromptStep step, JsonObject context, Payload payload) {
        if (step.notesRequired() && !payload.hasNotes()) {
            return List.of(missing(step, payload));
        }
        NotesRule rule = step.notes();
        if (rule == null) {
            return List.of();
        }
        String notes = payload.notes() == null ? "" : payload.notes();
        return rule.problems(notes, context).stream()
                .map(problem -> invalid(rule, problem, notes, payload))
                .toList();
    }

    private static Blocker missing(PromptStep step, Payload payload) {
        String rules = step.notes() == null ? "" : "; see that " + String.join(", ", NotesText.lines(step.notes()));
        String sample = step.notes() == null ? NotesText.USUAL : NotesText.sample(step.notes());
        return Blocker.of(
                        BlockerCode.MISSING_REQUIRED_NOTES,
                        payload.notesField(),
                        "this step needs notes: Markdown about what you did and found in it, in output.notesMarkdown"
                                + rules)
                .like(Requests.withNotes(sample));
    }

    private static Blocker invalid(NotesRule rule, String problem, String notes, Payload payload) {
        return Blocker.of(
                        BlockerCode.INVALID_NOTES, payload.notesField(), "the notes do not meet the rules: " + problem)
                .expecting(new JsonString(String.join("; ", NotesText.lines(rule))))
                .like(Requests.withNotes(NotesText.sample(rule)))
                .found(notes.isEmpty() ? null : new JsonString(notes));
    }
}
