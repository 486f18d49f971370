package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.guided.Preview;
import dev.waybill.workflow.DefinitionError;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finding a workflow: reads only.
final class Discovery {

    private static final String WORKFLOW_ID = "workflowId";
    private static final int MOST_WARNINGS = 20;

    private final GuidedCatalog catalog;

    Discovery(GuidedCatalog catalog) {
        this.catalog = catalog;
    }

    GuidedAnswer list(JsonObject arguments) {
        Arguments.of("workflow_list", arguments, List.of());
        List<JsonValue> workflows = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (GuidedWorkflow workflow : catalog.workflows()) {
            int odd = catalog.warnings(workflow.id()).size();
            workflows.add(summary(workflow)
                    .putIfPresent("warnings", odd == 0 ? null : JsonNumber.of(odd))
                    .build());
            text.append("- %s: %s\n".formatted(workflow.id(), workflow.description()));
        }
        List<JsonValue> broken = new ArrayList<>();
        for (GuidedCatalog.Broken file : catalog.broken()) {
            broken.add(broken(file));
            text.append("- (cannot be used) %s: %s\n"
                    .formatted(file.source(), file.errors().getFirst()));
        }
        text.append("\nCall workflow_inspect with a workflowId to see its steps, workflow_start to begin it.\n");
        JsonObject.Builder json = JsonObject.builder().put("workflows", new JsonArray(workflows));
        if (!broken.isEmpty()) {
            json.put("unavailable", new JsonArray(broken));
        }
        return new GuidedAnswer(json.build(), text.toString(), JsonObject.EMPTY, false);
    }

    private static JsonObject.Builder summary(GuidedWorkflow workflow) {
        return JsonObject.builder()
                .put(WORKFLOW_ID, workflow.id())
                .put("name", workflow.name())
                .put("description", workflow.description())
                .put("version", workflow.version());
    }

    private static JsonObject broken(GuidedCatalog.Broken file) {
        return JsonObject.builder()
                .putIfPresent(WORKFLOW_ID, file.id().orElse(null))
                .put("source", file.source())
                .put(
                        "errors",
                        JsonArray.ofStrings(file.errors().stream()
                                .map(DefinitionError::toString)
                                .toList()))
                .build();
    }

    GuidedAnswer inspect(JsonObject arguments) {
        String id = Arguments.of("workflow_inspect", arguments, List.of(WORKFLOW_ID))
                .text(WORKFLOW_ID);
        GuidedWorkflow workflow = found(catalog, id);
        List<Preview.Step> steps = Preview.of(workflow);
        List<JsonValue> previews = new ArrayList<>();
        StringBuilder text = new StringBuilder("# %s (%s %s)\n\n%s\n"
                .formatted(workflow.name(), workflow.id(), workflow.version(), workflow.description()));
        workflow.preconditions().forEach(it -> text.append("\nPrecondition: ").append(it));
        for (Preview.Step step : steps) {
            previews.add(step.toJson());
            text.append("\n\n## %d. %s (%s)\n%s"
                            .formatted(previews.size(), step.title(), step.stepId(), conditions(step)))
                    .append(step.prompt().strip());
        }
        List<DefinitionError> odd =
                catalog.warnings(id).stream().limit(MOST_WARNINGS).toList();
        if (!odd.isEmpty()) {
            text.append("\n\nThe definition has oddities; tell your user:");
            odd.forEach(warning -> text.append("\n- ").append(warning));
        }
        text.append("\n\nThis was a preview. Call workflow_start to begin.\n");
        JsonObject.Builder json = summary(workflow)
                .put("digest", workflow.digest().toString())
                .putIfPresent("about", workflow.about())
                .put("examples", JsonArray.ofStrings(workflow.examples()))
                .put("preconditions", JsonArray.ofStrings(workflow.preconditions()))
                .put("clarificationPrompts", JsonArray.ofStrings(workflow.clarificationPrompts()))
                .put("metaGuidance", JsonArray.ofStrings(workflow.metaGuidance()))
                .put("steps", new JsonArray(previews));
        if (!odd.isEmpty()) {
            json.put("warnings", warnings(odd));
        }
        return new GuidedAnswer(json.build(), text.toString(), JsonObject.EMPTY, false);
    }

    private static JsonArray warnings(List<DefinitionError> odd) {
        List<JsonValue> all = new ArrayList<>();
        for (DefinitionError warning : odd) {
            all.add(JsonObject.builder()
                    .put("code", warning.code().text())
                    .put("pointer", warning.pointer())
                    .put("message", warning.message())
                    .put("hint", warning.hint())
                    .build());
        }
        return new JsonArray(all);
    }

    private static String conditions(Preview.Step step) {
        StringBuilder text = new StringBuilder();
        step.repeats().forEach(it -> text.append("(repeated: ").append(it).append(")\n"));
        if (step.runsWhen() != null) {
            text.append("(only when ").append(step.runsWhen()).append(")\n");
        }
        return text.append('\n').toString();
    }

    static GuidedWorkflow found(GuidedCatalog catalog, String id) {
        return catalog.guided(id).orElseThrow(() -> missing(catalog, id));
    }

    private static GuidedRefusal missing(GuidedCatalog catalog, String id) {
        Optional<GuidedCatalog.Broken> broken = catalog.broken().stream()
                .filter(file -> file.id().filter(id::equals).isPresent())
                .findFirst();
        if (broken.isPresent()) {
            return new GuidedRefusal(
                    GuidedCode.WORKFLOW_INVALID,
                    "the workflow \"%s\" in %s has errors: %s"
                            .formatted(
                                    id,
                                    broken.get().source(),
                                    broken.get().errors().getFirst()),
                    "tell your user to run: waybill workflow check "
                            + broken.get().source(),
                    broken(broken.get()));
        }
        List<String> known =
                catalog.workflows().stream().map(GuidedWorkflow::id).toList();
        return new GuidedRefusal(
                GuidedCode.WORKFLOW_NOT_FOUND,
                "there is no workflow \"%s\"".formatted(id),
                "call workflow_list and use one of its ids",
                JsonObject.builder().put("known", JsonArray.ofStrings(known)).build());
    }
}
