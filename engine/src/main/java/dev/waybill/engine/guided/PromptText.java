package dev.waybill.engine.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.guided.Assessment;
import dev.waybill.workflow.guided.GuidedFunction;
import dev.waybill.workflow.guided.GuidedWorkflow;
import dev.waybill.workflow.guided.OutputContract;
import dev.waybill.workflow.guided.PromptStep;
import dev.waybill.workflow.guided.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Builds one prompt out of everything that the definition says about a step, always in the same order: the task
/// first, then what helps, then what is expected back. Small models read it, so sections without content are left out.
final class PromptText {

    private static final int REMINDERS = 8;

    private final GuidedWorkflow workflow;
    private final PromptStep step;
    private final UnaryOperator<String> filled;
    private final List<String> parts = new ArrayList<>();

    /// @param filled replaces variables
    PromptText(GuidedWorkflow workflow, PromptStep step, UnaryOperator<String> filled) {
        this.workflow = workflow;
        this.step = step;
        this.filled = filled;
    }

    PromptText place(List<String> lines) {
        return add(String.join("\n", lines));
    }

    PromptText role() {
        return step.agentRole() == null ? this : add("Your role: " + filled.apply(step.agentRole()));
    }

    PromptText task(List<String> fragments) {
        add(filled.apply(step.prompt()));
        fragments.forEach(text -> add(filled.apply(text)));
        return this;
    }

    PromptText help() {
        section("Guidance", step.guidance().stream().map(filled).toList());
        return section(
                "Functions that this step names",
                step.functions().stream().map(PromptText::function).toList());
    }

    /// What holds for the workflow as a whole: in full with the first step, as a reminder later.
    PromptText workflow(boolean first) {
        if (first) {
            section("Before you begin, make sure that", workflow.preconditions());
            section("Ask your user, where you do not know", workflow.clarificationPrompts());
            section("Rules for every step", workflow.metaGuidance());
            return section(
                    "References (read them where they help)",
                    workflow.references().stream().map(PromptText::reference).toList());
        }
        section("Rules for every step (reminder)", reminders());
        String sources = workflow.references().stream()
                .map(it -> "%s (%s)".formatted(it.title(), it.source()))
                .collect(Collectors.joining("; "));
        return sources.isEmpty() ? this : add("References: " + sources);
    }

    /// What the acknowledgement must bring.
    PromptText expected() {
        if (step.contract() != null) {
            boolean required = step.contract().required();
            workflow.contract(step.contract().ref()).ifPresent(contract -> contract(contract, required));
        }
        AssessmentCheck.asked(workflow, step).forEach(this::assessment);
        return notes();
    }

    /// What the agent needs its user for.
    ///
    /// @param confirmation present when the user must agree, with the condition where there is one
    PromptText user(Optional<String> confirmation) {
        if (step.askForFiles()) {
            add("Ask your user for the files that this step needs, if you do not have them.");
        }
        confirmation.ifPresent(when -> add(
                "**Confirmation required%s:** show your user what you did, and ask before you acknowledge this step. Do not continue without a clear yes."
                        .formatted(when)));
        return this;
    }

    private void contract(OutputContract contract, boolean required) {
        List<String> lines = new ArrayList<>();
        lines.add("%s an artifact of kind `%s` with your acknowledgement:"
                .formatted(required ? "Send" : "You may send", contract.kind()));
        lines.addAll(new SchemaSummary(contract.schema()).lines());
        lines.add(example(contract.example()));
        block(required ? "Output (required)" : "Output (optional)", lines);
    }

    private void assessment(Assessment assessment) {
        List<String> lines = new ArrayList<>();
        lines.add("Judge %s: send an artifact of kind `%s` with one level for each dimension:"
                .formatted(assessment.purpose(), AssessmentCheck.KIND));
        assessment
                .dimensions()
                .forEach(it -> lines.add("- `%s`%s: %s -- one of %s"
                        .formatted(
                                it.id(), it.required() ? "" : " (optional)", it.purpose(), Brief.names(it.levels()))));
        lines.add(example(AssessmentCheck.example(assessment)));
        block("Assessment `%s`".formatted(assessment.id()), lines);
    }

    private PromptText notes() {
        if (step.notes() == null) {
            return step.notesRequired()
                    ? add("**Notes required:** send `output.notesMarkdown` with what you did and found in this step.")
                    : this;
        }
        List<String> lines = new ArrayList<>();
        lines.add("Send `output.notesMarkdown` with what you did and found in this step. See that");
        NotesText.lines(step.notes()).forEach(line -> lines.add("- " + line));
        return block("Notes", lines);
    }

    private List<String> reminders() {
        List<String> rules = workflow.metaGuidance();
        List<String> lines = new ArrayList<>(
                rules.stream().limit(REMINDERS).map(Brief::firstSentence).toList());
        if (rules.size() > REMINDERS) {
            lines.add("and %d more, given with the first step".formatted(rules.size() - REMINDERS));
        }
        return lines;
    }

    private static String example(JsonValue artifact) {
        return "Example: `%s`".formatted(Requests.withArtifact(artifact));
    }

    private static String function(GuidedFunction function) {
        String parameters = function.parameters().items().stream()
                .flatMap(it -> it.asObject().stream())
                .flatMap(PromptText::parameter)
                .collect(Collectors.joining(", "));
        return "`%s(%s)`: %s".formatted(function.name(), parameters, function.definition());
    }

    private static Stream<String> parameter(JsonObject parameter) {
        return parameter.string("name").stream();
    }

    static String reference(Reference reference) {
        return "%s: `%s` (from the %s%s) -- %s"
                .formatted(
                        reference.title(),
                        reference.source(),
                        reference.resolveFrom(),
                        reference.authoritative() ? ", authoritative" : "",
                        reference.purpose());
    }

    private PromptText section(String title, List<String> items) {
        return items.isEmpty()
                ? this
                : block(title, items.stream().map(item -> "- " + item).toList());
    }

    private PromptText block(String title, List<String> lines) {
        return add("## " + title + "\n" + String.join("\n", lines));
    }

    private PromptText add(String part) {
        if (!part.isBlank()) {
            parts.add(part);
        }
        return this;
    }

    @Override
    public String toString() {
        return String.join("\n\n", parts);
    }
}
