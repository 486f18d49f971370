package dev.waybill.workflow.guided;

import dev.waybill.base.Digest;
import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonObject;
import dev.waybill.workflow.DefinitionLimits;
import dev.waybill.workflow.Findings;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A guided workflow, compiled: templates are expanded, blocks are prompts, every name is resolved. A run keeps the
/// one that it was started with, whatever becomes of the files it was made from.
///
/// @param about Markdown for people who choose a workflow
/// @param examples what somebody might ask for
/// @param preconditions what must hold before the first step
/// @param clarificationPrompts what to ask the user before the first step, where it is not known
/// @param metaGuidance holds for all steps
/// @param functions what steps may refer to by name
/// @param assessments what steps may ask the agent to judge
/// @param contracts the outputs that steps ask for, by their reference; the pin holds their schemas
/// @param document the compiled form, which reads back as this workflow
public record GuidedWorkflow(
        String id,
        String name,
        String description,
        String version,
        @Nullable String about,
        List<String> examples,
        List<String> preconditions,
        List<String> clarificationPrompts,
        List<String> metaGuidance,
        @Nullable String modelTier,
        JsonObject recommendedPreferences,
        List<GuidedFunction> functions,
        List<Assessment> assessments,
        List<Reference> references,
        List<OutputContract> contracts,
        List<GuidedStep> steps,
        JsonObject document) {

    public GuidedWorkflow {
        examples = List.copyOf(examples);
        preconditions = List.copyOf(preconditions);
        clarificationPrompts = List.copyOf(clarificationPrompts);
        metaGuidance = List.copyOf(metaGuidance);
        functions = List.copyOf(functions);
        assessments = List.copyOf(assessments);
        references = List.copyOf(references);
        contracts = List.copyOf(contracts);
        steps = List.copyOf(steps);
    }

    /// Reads a compiled document, such as a run was pinned to.
    ///
    /// @throws IllegalArgumentException for anything that the compiler did not make
    public static GuidedWorkflow read(JsonObject document) {
        var findings = new Findings();
        DefinitionLimits.check(document, findings);
        GuidedWorkflow read = findings.errorCount() > 0 ? null : GuidedCompiler.read(document, findings);
        if (read == null) {
            throw new IllegalArgumentException("not a compiled guided workflow: " + findings.errors());
        }
        return read;
    }

    /// What pins the workflow: SHA-256 over the canonical form of the compiled document.
    public Digest digest() {
        return Digest.of(Jcs.canonicalBytes(document));
    }

    public Optional<OutputContract> contract(String ref) {
        return contracts.stream().filter(it -> it.ref().equals(ref)).findFirst();
    }

    public Optional<Assessment> assessment(String id) {
        return assessments.stream().filter(it -> it.id().equals(id)).findFirst();
    }
}
