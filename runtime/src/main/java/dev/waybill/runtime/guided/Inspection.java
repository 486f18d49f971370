package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.guided.Preview;
import dev.waybill.workflow.DefinitionError;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.util.ArrayList;
import java.util.List;

/// What `workflow_inspect` shows of a workflow: an outline, one step, or everything. Nothing stands in it twice: what
/// holds for all steps comes once, in front of them.
final class Inspection {

    private final GuidedWorkflow workflow;
    private final List<DefinitionError> odd;
    private final List<Preview.Step> steps;
    private final StringBuilder text = new StringBuilder();
    private final JsonObject.Builder json;

    /// @param odd what is odd about the definition
    Inspection(GuidedWorkflow workflow, List<DefinitionError> odd) {
        this.workflow = workflow;
        this.odd = odd;
        this.steps = Preview.ownParts(workflow);
        this.json = Discovery.summary(workflow).put("digest", workflow.digest().toString());
        text.append("# %s (%s %s)\n\n%s\n"
                .formatted(workflow.name(), workflow.id(), workflow.version(), workflow.description()));
    }

    /// Enough to choose a workflow and to tell somebody what will happen.
    GuidedAnswer outline() {
        about();
        List<JsonValue> shown = new ArrayList<>();
        text.append("\nSteps:\n");
        for (Preview.Step step : steps) {
            shown.add(step.toJson().without("prompt"));
            text.append("%d. %s (%s)%s\n".formatted(shown.size(), step.title(), step.stepId(), circumstances(step)));
        }
        return finished(
                shown,
                "This is the outline. To read a step's prompt beforehand, call workflow_inspect with its stepId, or with"
                        + " detail \"full\" for all. Call workflow_start to begin.");
    }

    GuidedAnswer full() {
        about();
        json.put("metaGuidance", JsonArray.ofStrings(workflow.metaGuidance()));
        list("Rules for every step", workflow.metaGuidance());
        List<String> references = Preview.references(workflow);
        json.put("references", JsonArray.ofStrings(references));
        list("References", references);
        return finished(prompts(steps), "This was a preview. Call workflow_start to begin.");
    }

    GuidedAnswer step(String id) {
        List<Preview.Step> found =
                steps.stream().filter(step -> step.stepId().equals(id)).toList();
        if (found.isEmpty()) {
            List<String> known = steps.stream().map(Preview.Step::stepId).toList();
            throw new GuidedRefusal(
                    GuidedCode.INVALID_ARGUMENT,
                    "the workflow %s has no step \"%s\"; it has: %s"
                            .formatted(workflow.id(), id, String.join(", ", known)),
                    "call again with one of these as stepId, or without stepId for the outline",
                    JsonObject.of("field", "/stepId").with("known", JsonArray.ofStrings(known)));
        }
        return finished(prompts(found), "This was a preview of one step. Call workflow_start to begin.");
    }

    private List<JsonValue> prompts(List<Preview.Step> some) {
        List<JsonValue> shown = new ArrayList<>();
        for (Preview.Step step : some) {
            shown.add(step.toJson());
            text.append("\n## %d. %s (%s)%s\n\n%s\n"
                    .formatted(
                            steps.indexOf(step) + 1,
                            step.title(),
                            step.stepId(),
                            circumstances(step),
                            step.prompt().strip()));
        }
        return shown;
    }

    private void about() {
        json.putIfPresent("about", workflow.about())
                .put("examples", JsonArray.ofStrings(workflow.examples()))
                .put("preconditions", JsonArray.ofStrings(workflow.preconditions()))
                .put("clarificationPrompts", JsonArray.ofStrings(workflow.clarificationPrompts()));
        if (workflow.about() != null) {
            text.append('\n').append(workflow.about().strip()).append('\n');
        }
        list("Examples of what to use it for", workflow.examples());
        list("Preconditions", workflow.preconditions());
        list("Ask your user, where you do not know", workflow.clarificationPrompts());
    }

    private void list(String title, List<String> items) {
        if (!items.isEmpty()) {
            text.append('\n').append(title).append(":\n");
            items.forEach(item -> text.append("- ").append(item).append('\n'));
        }
    }

    private static String circumstances(Preview.Step step) {
        List<String> all = new ArrayList<>();
        step.repeats().forEach(it -> all.add("repeated: " + it));
        if (step.runsWhen() != null) {
            all.add("only when " + step.runsWhen());
        }
        if (!step.confirmation().equals("never")) {
            all.add("asks the user: " + step.confirmation());
        }
        return all.isEmpty() ? "" : " [" + String.join("; ", all) + "]";
    }

    private GuidedAnswer finished(List<JsonValue> shown, String next) {
        json.put("steps", new JsonArray(shown));
        if (!odd.isEmpty()) {
            json.put("warnings", warnings());
            list(
                    "The definition has oddities; tell your user",
                    odd.stream().map(DefinitionError::toString).toList());
        }
        text.append('\n').append(next).append('\n');
        return new GuidedAnswer(json.build(), text.toString(), JsonObject.EMPTY, false);
    }

    private JsonArray warnings() {
        List<JsonValue> all = new ArrayList<>();
        for (DefinitionError warning : odd) {
            all.add(JsonObject.of("code", warning.code().text())
                    .with("pointer", warning.pointer())
                    .with("message", warning.message())
                    .with("hint", warning.hint()));
        }
        return new JsonArray(all);
    }
}
