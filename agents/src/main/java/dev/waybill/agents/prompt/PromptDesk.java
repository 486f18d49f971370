package dev.waybill.agents.prompt;

import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.agents.pack.PromptTemplate;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.journal.event.ModelFact;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds the prompts of one execution and puts them together.
///
/// @param agent who does the work; null when nobody is named
public record PromptDesk(PromptLibrary library, ActivityCall call, AgentRegistry.@Nullable Installed agent) {

    /// What was found for one kind.
    ///
    /// @param text null when no layer has one
    /// @param composed null when the text is none of the library's
    public record Found(PromptTrace trace, @Nullable String text, ModelFact.@Nullable PromptComposed composed) {}

    public PromptLayers layers() {
        NodeCall node = call.node();
        return new PromptLayers(
                node.configurable().object("promptOverrides").orElse(JsonObject.EMPTY),
                node.node().id(),
                node.config(),
                agent == null
                        ? null
                        : PromptLayers.AgentPrompts.of(library.agents().get(), agent),
                call.promptDefaults(),
                JsonObject.EMPTY,
                library::naming);
    }

    /// @param slot which of several, from 0
    /// @param as what the whole is called in its event
    /// @throws PromptProblem when a prompt that is asked for cannot be had
    public Found find(String kind, int slot, String as) {
        PromptTrace trace = layers().trace(kind, slot);
        PromptTrace.Candidate applied = trace.applied().orElse(null);
        if (applied == null) {
            return new Found(trace, null, null);
        }
        PromptTemplate.Ref ref = applied.ref();
        if (ref != null) {
            return composed(trace, library.get(ref), ref, as);
        }
        return switch (applied.layer()) {
            case "agent-intrinsic" ->
                new Found(trace, agent == null ? null : agent.manifest().prompt(), null);
            case "agent-library-default" -> ofLibrary(trace, kind, as);
            default ->
                new Found(trace, call.node().config().string("systemPrompt").orElse(null), null);
        };
    }

    private Found ofLibrary(PromptTrace trace, String kind, String as) {
        return PromptLayers.libraryDefault(library.agents().get(), agent, kind)
                .map(template -> composed(
                        trace,
                        template,
                        new PromptTemplate.Ref(null, template.id(), template.version(), JsonObject.EMPTY),
                        as))
                .orElse(new Found(trace, null, null));
    }

    private Found composed(PromptTrace trace, PromptTemplate template, PromptTemplate.Ref ref, String as) {
        PromptText text = PromptText.of(template, ref, call);
        return new Found(
                trace,
                text.text(),
                new ModelFact.PromptComposed(
                        call.node().node().id(),
                        List.of(template.ref()),
                        as,
                        text.hash(),
                        text.variableHashes().isEmpty() ? null : text.variableHashes(),
                        text.isUntrusted() ? "untrusted" : null));
    }
}
