package dev.waybill.agents.ai;

import dev.waybill.agents.model.config.Models;
import dev.waybill.engine.node.Activity;
import java.util.ArrayList;
import java.util.List;

/// The node types that ask a model.
public final class ModelNodes {

    private ModelNodes() {}

    public static List<Activity> of(Models models) {
        ModelNode embeddings =
                new ModelNode("core.openwop.ai.embeddings", Manifests.EMBEDDINGS, models, EmbeddingTask::embed);
        ModelNode classify =
                new ModelNode("core.openwop.ai.classify", Manifests.CLASSIFY, models, StructuredTasks::classify);
        ModelNode extract =
                new ModelNode("core.openwop.ai.extract", Manifests.EXTRACT, models, StructuredTasks::extract);
        List<Activity> nodes = new ArrayList<>();
        nodes.add(new ModelNode("core.ai.chatCompletion", Manifests.CHAT, models, ChatTask::chat));
        nodes.add(new ModelNode("core.ai.structuredOutput", Manifests.STRUCTURED, models, StructuredTasks::structured));
        nodes.add(new ModelNode("core.ai.toolCalling", Manifests.TOOLS, models, ChatTask::withTools));
        nodes.add(new ModelNode("core.ai.callPrompt", Manifests.PROMPT, models, PromptTask::call));
        nodes.addAll(List.of(embeddings, classify, extract));
        nodes.addAll(List.of(
                embeddings.as("core.ai.embeddings"), classify.as("core.ai.classify"), extract.as("core.ai.extract")));
        return nodes;
    }
}
