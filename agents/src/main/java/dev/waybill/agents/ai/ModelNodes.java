package dev.waybill.agents.ai;

import dev.waybill.agents.model.config.Models;
import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.agents.prompt.PromptLibrary;
import dev.waybill.engine.node.Activity;
import java.util.ArrayList;
import java.util.List;

/// The node types that ask a model.
public final class ModelNodes {

    private ModelNodes() {}

    /// Without a library of prompts.
    public static List<Activity> of(Models models) {
        return of(models, new PromptLibrary(() -> AgentRegistry.EMPTY));
    }

    /// @param prompts the library that nodes may take prompts from
    public static List<Activity> of(Models models, PromptLibrary prompts) {
        ModelNode embeddings = new ModelNode(
                "core.openwop.ai.embeddings", Manifests.EMBEDDINGS, models, prompts, EmbeddingTask::embed);
        ModelNode classify = new ModelNode(
                "core.openwop.ai.classify", Manifests.CLASSIFY, models, prompts, StructuredTasks::classify);
        ModelNode extract =
                new ModelNode("core.openwop.ai.extract", Manifests.EXTRACT, models, prompts, StructuredTasks::extract);
        List<Activity> nodes = new ArrayList<>();
        nodes.add(new ModelNode("core.ai.chatCompletion", Manifests.CHAT, models, prompts, ChatTask::chat));
        nodes.add(new ModelNode(
                "core.ai.structuredOutput", Manifests.STRUCTURED, models, prompts, StructuredTasks::structured));
        nodes.add(new ModelNode("core.ai.toolCalling", Manifests.TOOLS, models, prompts, ChatTask::withTools));
        nodes.add(new ModelNode("core.ai.callPrompt", Manifests.PROMPT, models, prompts, new PromptTask()));
        nodes.addAll(List.of(embeddings, classify, extract));
        nodes.addAll(List.of(
                embeddings.as("core.ai.embeddings"), classify.as("core.ai.classify"), extract.as("core.ai.extract")));
        return nodes;
    }

    /// The node with which a test suite sees how prompts are found and put together. It asks the mock.
    public static Activity demonstration(Models models, PromptLibrary prompts) {
        return new ModelNode(
                "local.sample.demo.mock-ai", Manifests.DEMONSTRATION, models, prompts, ChatTask::demonstrate);
    }
}
