package dev.waybill.workflow;

import dev.waybill.base.Words;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads the agent that a node is pinned to.
final class AgentReader {

    private static final List<String> MEMBERS =
            List.of("agentId", "name", "modelClass", "memoryRef", "version", "channel", "sourceManifestId");
    private static final List<String> MODEL_CLASSES =
            Words.of("reasoning tool-using chat code vision multimodal embedding classification retrieval");

    private AgentReader() {}

    static @Nullable AgentRef read(Members node) {
        Members agent = node.below("agent", node.optionalObject("agent"));
        if (!node.isSound() && agent.object().isEmpty()) {
            return null;
        }
        agent.expectOnly(MEMBERS);
        agent.require("agentId");
        String id = agent.optionalText("agentId", AgentRef.SHORTEST_ID, AgentRef.LONGEST_ID);
        String name = agent.optionalText("name", 0, 256);
        String modelClass = modelClass(agent);
        String memory = agent.optionalText("memoryRef", 1, 256);
        String version = agent.optionalText("version", 0, 64);
        String channel = agent.optionalText("channel", 1, 64);
        String source = agent.optionalText("sourceManifestId", 0, 256);
        if (agent.has("version") && agent.has("channel")) {
            agent.findings()
                    .error(
                            agent.pointer("channel"),
                            DefinitionCode.WRONG_VALUE,
                            "expected a version or a channel, found both",
                            "keep the version to pin the agent, the channel to follow its releases");
        }
        return agent.isSound() && id != null
                ? new AgentRef(id, name, modelClass, memory, version, channel, source)
                : null;
    }

    /// A vendor's own class has a dot and is not ours to judge.
    private static @Nullable String modelClass(Members agent) {
        String text = agent.optionalText("modelClass");
        if (text != null && text.indexOf('.') < 0) {
            agent.word("modelClass", MODEL_CLASSES);
        }
        return text;
    }
}
