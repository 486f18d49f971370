package dev.waybill.agents.prompt;

import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.agents.pack.PromptTemplate;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The prompts that this host has, from all of its packs.
///
/// @param agents asked for when a prompt is needed
public record PromptLibrary(Supplier<AgentRegistry> agents) {

    /// `1.10.0` comes behind `1.9.0`, and `1.0.0` behind `1.0.0-rc`.
    private static final Comparator<String> VERSIONS = Comparator.<String>comparingLong(version -> part(version, 0))
            .thenComparingLong(version -> part(version, 1))
            .thenComparingLong(version -> part(version, 2))
            .thenComparing(version -> version.indexOf('-') < 0)
            .thenComparing(Comparator.naturalOrder());

    private static long part(String version, int index) {
        String[] parts = version.split("[-+]", 2)[0].split("\\.", -1);
        return index < parts.length ? Long.parseLong(parts[index]) : 0;
    }

    /// What a reference means; without a version, the latest.
    ///
    /// @throws PromptProblem when several packs have a prompt of this id, and it does not say which is meant
    public Optional<PromptTemplate> find(PromptTemplate.Ref ref) {
        List<AgentRegistry.Named> meant = agents.get().prompts(ref);
        List<String> packs =
                meant.stream().map(AgentRegistry.Named::pack).distinct().toList();
        if (packs.size() > 1) {
            throw new PromptProblem(
                    "prompt_ref_ambiguous",
                    "several packs have %s: %s. Say which is meant, with libraryId"
                            .formatted(ref, String.join(", ", packs)));
        }
        return meant.stream()
                .map(AgentRegistry.Named::prompt)
                .max(Comparator.comparing(PromptTemplate::version, VERSIONS));
    }

    /// @throws PromptProblem when this host has no such prompt, or more than one
    public PromptTemplate get(PromptTemplate.Ref ref) {
        return find(ref)
                .orElseThrow(() -> new PromptProblem(
                        "prompt_not_found", "this host has no %s; add the pack that brings it".formatted(ref)));
    }

    /// How events name it: with the version that was taken, where that is known.
    public String naming(PromptTemplate.Ref ref) {
        try {
            return find(ref).map(PromptTemplate::ref).orElseGet(ref::toString);
        } catch (PromptProblem _) {
            return ref.toString();
        }
    }
}
