package dev.waybill.agents.ai;

import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.agents.prompt.PromptDesk;
import dev.waybill.agents.prompt.PromptLayers;
import dev.waybill.agents.prompt.PromptLibrary;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.workflow.AgentRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The prompts of the library that a node asks with: `systemPromptRef`, `schemaHintPromptRef`, `fewShotPromptRefs` and
/// `userPromptRef` of its configuration, or what its workflow falls back to.
///
/// @param system what the model is told first; null when the library says nothing about it
/// @param user what stands before the messages of the node; null when there is nothing
record NodePrompts(@Nullable String system, @Nullable String user) {

    private static final NodePrompts NONE = new NodePrompts(null, null);
    private static final Map<String, String> SHAPES = Map.of(
            PromptLayers.SYSTEM, "system-only",
            PromptLayers.SCHEMA_HINT, "system-only",
            PromptLayers.FEW_SHOT, "user-only",
            PromptLayers.USER, "user-only");

    /// Looks for them and reports where each was found.
    ///
    /// @throws dev.waybill.agents.prompt.PromptProblem when one that is asked for cannot be had
    static NodePrompts of(ActivityCall call, PromptLibrary library) {
        PromptLayers layers = new PromptDesk(library, call, null).layers();
        if (PromptLayers.KINDS.stream().allMatch(kind -> layers.slots(kind) == 0)) {
            return NONE;
        }
        PromptDesk desk = new PromptDesk(library, call, agent(call, library).orElse(null));
        List<String> system = new ArrayList<>();
        List<String> user = new ArrayList<>();
        for (String kind : PromptLayers.KINDS) {
            for (int slot = 0; slot < layers.slots(kind); slot++) {
                boolean isSystem = "system-only".equals(SHAPES.get(kind));
                found(call, desk, kind, slot).ifPresent((isSystem ? system : user)::add);
            }
        }
        return new NodePrompts(joined(system), joined(user));
    }

    private static Optional<String> found(ActivityCall call, PromptDesk desk, String kind, int slot) {
        AgentRegistry.Installed agent = desk.agent();
        call.report(desk.layers()
                .trace(kind, slot)
                .fact(
                        call.node().node().id(),
                        agent == null ? null : agent.manifest().agentId()));
        PromptDesk.Found found = desk.find(kind, slot, String.valueOf(SHAPES.get(kind)));
        if (found.composed() != null) {
            call.report(found.composed());
        }
        return Optional.ofNullable(found.text());
    }

    private static Optional<AgentRegistry.Installed> agent(ActivityCall call, PromptLibrary library) {
        AgentRef named = call.node().node().agent();
        return call.node()
                .config()
                .string("agentId")
                .or(() -> Optional.ofNullable(named).map(AgentRef::agentId))
                .flatMap(id -> library.agents().get().find(id));
    }

    private static @Nullable String joined(List<String> texts) {
        return texts.isEmpty() ? null : String.join("\n\n", texts);
    }

    /// The node's own messages, with what the library has to say around them.
    ///
    /// @param inline the system prompt that stands in the node; a prompt of the library wins over it
    List<ModelMessage> around(@Nullable String inline, List<ModelMessage> messages) {
        List<ModelMessage> all = new ArrayList<>();
        String first = system == null ? inline : system;
        if (first != null) {
            all.add(ModelMessage.system(first));
        }
        if (user != null) {
            all.add(ModelMessage.user(user));
        }
        all.addAll(messages);
        return all;
    }
}
