package dev.waybill.agents.ai;

import dev.waybill.agents.model.Budget;
import dev.waybill.agents.model.BudgetSpent;
import dev.waybill.agents.model.ModelSession;
import dev.waybill.agents.model.config.Models;
import dev.waybill.agents.model.config.NoSuchModel;
import dev.waybill.agents.prompt.PromptLibrary;
import dev.waybill.agents.prompt.PromptProblem;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.ActivityKind;
import dev.waybill.engine.node.ModelOptions;
import dev.waybill.engine.node.NodeManifest;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.Rechecked;
import dev.waybill.workflow.WorkflowNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A node that asks a model. What it asks, and what it makes of the answer, is a [Task]; the rest is the same for all.
final class ModelNode implements Activity, Rechecked {

    private final String typeId;
    private final String manifest;
    private final Models models;
    private final PromptLibrary prompts;
    private final Task task;

    /// What one kind of node does.
    interface Task {
        NodeResult perform(Question question) throws InterruptedException;

        /// What is wrong with a node of this kind that a schema cannot say.
        default List<String> check(WorkflowNode node) {
            return List.of();
        }
    }

    ModelNode(String typeId, String manifest, Models models, PromptLibrary prompts, Task task) {
        this.typeId = typeId;
        this.manifest = manifest;
        this.models = models;
        this.prompts = prompts;
        this.task = task;
    }

    /// The same node under another name.
    ModelNode as(String other) {
        return new ModelNode(other, manifest.replace("\"" + typeId + "\"", "\"" + other + "\""), models, prompts, task);
    }

    @Override
    public String typeId() {
        return typeId;
    }

    @Override
    public NodeManifest manifest() {
        return NodeManifest.of(manifest);
    }

    @Override
    public List<String> check(WorkflowNode node) {
        return task.check(node);
    }

    @Override
    public List<String> lacking(WorkflowNode node, JsonObject configurable) {
        try {
            Settings.choice(models, node.config(), configurable);
            return List.of();
        } catch (NoSuchModel e) {
            return List.of(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public List<String> checkOptions(JsonObject configurable) {
        List<String> wrong =
                new ArrayList<>(Budget.unknown(configurable.object("budget").orElse(JsonObject.EMPTY)));
        ModelOptions.ai(configurable, ModelOptions.PROVIDER)
                .filter(name -> models.provider(name).isEmpty())
                .ifPresent(
                        name -> wrong.add("configurable.ai.provider: there is no provider %s here; expected one of %s"
                                .formatted(name, models.names())));
        return wrong;
    }

    @Override
    public ActivityKind kind() {
        return ActivityKind.MODEL;
    }

    /// Real models are asked once. One that always answers the same, such as the mock, can be asked whether it would.
    @Override
    public Optional<Boolean> isRefusedNow(ActivityCall call) throws InterruptedException {
        return Settings.choice(models, call.node()).provider().isRepeatable()
                ? Optional.of(isRefusal(execute(call)))
                : Optional.empty();
    }

    private static boolean isRefusal(NodeResult result) {
        return result instanceof NodeResult.Failed(var error) && error.code().equals(Question.REFUSED);
    }

    @Override
    public NodeResult execute(ActivityCall call) throws InterruptedException {
        try {
            return task.perform(new Question(
                    call,
                    Settings.choice(models, call.node()),
                    new ModelSession(call, models.budgets().of(call)),
                    NodePrompts.of(call, prompts)));
        } catch (PromptProblem e) {
            return e.toNodeResult();
        } catch (NoSuchModel e) {
            return e.toNodeResult();
        } catch (BudgetSpent e) {
            return e.toNodeResult();
        } catch (IllegalArgumentException e) {
            return NodeResult.failed("validation_error", String.valueOf(e.getMessage()));
        }
    }
}
