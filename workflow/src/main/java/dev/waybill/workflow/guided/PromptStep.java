package dev.waybill.workflow.guided;

import dev.waybill.base.TaskState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Something that the agent is told to do, and acknowledges.
///
/// @param prompt with `{{name.path}}` still in it
/// @param fragments texts that are added where their condition holds
/// @param confirmation when the agent must ask its user before it goes on
/// @param guidance hints beside the prompt
/// @param agentRole who the agent should be while it does this
/// @param askForFiles whether the agent should ask its user for files
/// @param notes what the notes must satisfy; null means anything
/// @param notesRequired whether the step cannot be acknowledged without notes
/// @param contract the output that the step asks for
/// @param functions what the step refers to, found in its own scope first, then in its loop's and the workflow's
/// @param assessments ids of what the agent must judge
/// @param consequences what follows from a judgement
/// @param taskState where the run's task stands once the step is done; null when it says nothing about that
public record PromptStep(
        String id,
        String title,
        @Nullable GuidedCondition runCondition,
        String prompt,
        List<PromptFragment> fragments,
        Confirmation confirmation,
        List<String> guidance,
        @Nullable String agentRole,
        boolean askForFiles,
        @Nullable NotesRule notes,
        boolean notesRequired,
        @Nullable ContractUse contract,
        List<GuidedFunction> functions,
        List<String> assessments,
        List<Consequence> consequences,
        @Nullable TaskState taskState)
        implements GuidedStep {

    /// A text that joins the prompt while a condition holds; null means always.
    public record PromptFragment(String id, @Nullable GuidedCondition when, String text) {}

    /// @param required whether the step is blocked without it
    public record ContractUse(String ref, boolean required) {}

    /// A judgement at this level blocks the step, with advice.
    ///
    /// @param assessment null means any of the step's
    public record Consequence(@Nullable String assessment, String level, String guidance) {}

    public PromptStep {
        fragments = List.copyOf(fragments);
        guidance = List.copyOf(guidance);
        functions = List.copyOf(functions);
        assessments = List.copyOf(assessments);
        consequences = List.copyOf(consequences);
    }
}
