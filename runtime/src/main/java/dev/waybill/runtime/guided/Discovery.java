package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.DefinitionError;
import dev.waybill.workflow.Suggestion;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Finding a workflow: reads only.
record Discovery(GuidedCatalog catalog) {

    static final String WORKFLOW_IDS = "workflow_list shows the ids that there are";

    /// In the details of a refusal: the id that was probably meant.
    static final String MEANT = "didYouMean";

    private static final String WORKFLOW_ID = "workflowId";
    private static final int MOST_WARNINGS = 20;
    private static final int MOST_IDS = 30;

    GuidedAnswer list(JsonObject arguments) {
        Arguments.of(GuidedTool.LIST, arguments);
        List<JsonValue> workflows = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (GuidedWorkflow workflow : catalog.workflows()) {
            int odd = catalog.warnings(workflow.id()).size();
            workflows.add(summary(workflow)
                    .putIfPresent("warnings", odd == 0 ? null : JsonNumber.of(odd))
                    .build());
            text.append("- %s (%s, %s): %s%s\n"
                    .formatted(
                            workflow.id(),
                            workflow.name(),
                            workflow.version(),
                            workflow.description(),
                            odd == 0 ? "" : " [%d oddities in its definition]".formatted(odd)));
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

    static JsonObject.Builder summary(GuidedWorkflow workflow) {
        return JsonObject.builder()
                .put(WORKFLOW_ID, workflow.id())
                .put("name", workflow.name())
                .put("description", workflow.description())
                .put("version", workflow.version());
    }

    private static JsonObject broken(GuidedCatalog.Broken file) {
        return JsonObject.EMPTY
                .withIfPresent(WORKFLOW_ID, file.id().orElse(null))
                .with("source", file.source())
                .with(
                        "errors",
                        JsonArray.ofStrings(file.errors().stream()
                                .map(DefinitionError::toString)
                                .toList()));
    }

    GuidedAnswer inspect(JsonObject arguments) {
        Arguments given = Arguments.of(GuidedTool.INSPECT, arguments);
        GuidedWorkflow workflow = found(catalog, given.id(WORKFLOW_ID, WORKFLOW_IDS));
        Optional<String> step = given.optionalId("stepId");
        boolean full = isFull(given);
        List<DefinitionError> odd =
                catalog.warnings(workflow.id()).stream().limit(MOST_WARNINGS).toList();
        Inspection seen = new Inspection(workflow, odd);
        return step.isPresent() ? seen.step(step.get()) : full ? seen.full() : seen.outline();
    }

    private static boolean isFull(Arguments given) {
        String detail = given.optionalId("detail").orElse("short").toLowerCase(Locale.ROOT);
        return switch (detail) {
            case "full", "all" -> true;
            case "short" -> false;
            default -> throw given.wrong("detail", "\"short\" or \"full\"", new JsonString(detail));
        };
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
        List<String> known = catalog.workflows().stream()
                .map(GuidedWorkflow::id)
                .sorted(Comparator.comparingInt(it -> -likeness(it, id)))
                .toList();
        if (known.isEmpty()) {
            return new GuidedRefusal(
                    GuidedCode.WORKFLOW_NOT_FOUND,
                    "there is no workflow \"%s\", and none at all on this host".formatted(id),
                    "tell your user to put workflow files where waybill looks for them (waybill workflow list)");
        }
        Optional<String> meant = Suggestion.nearest(id, known)
                .or(() -> known.stream().filter(it -> likeness(it, id) > 0).findFirst());
        return new GuidedRefusal(
                GuidedCode.WORKFLOW_NOT_FOUND,
                "there is no workflow \"%s\"%s; there are: %s%s"
                        .formatted(
                                id,
                                meant.map(it -> " (did you mean \"%s\"?)".formatted(it))
                                        .orElse(""),
                                String.join(", ", known.stream().limit(MOST_IDS).toList()),
                                known.size() > MOST_IDS ? " and %d more".formatted(known.size() - MOST_IDS) : ""),
                "call again with one of these ids, exactly as written; workflow_list says what each is for",
                JsonObject.of("field", "/" + WORKFLOW_ID)
                        .with("known", JsonArray.ofStrings(known))
                        .withIfPresent(MEANT, meant.orElse(null)));
    }

    /// How many words two ids share; a shorter one that holds the other counts as a word, too.
    private static int likeness(String id, String wanted) {
        String folded = wanted.toLowerCase(Locale.ROOT);
        List<String> words = List.of(folded.split("[^a-z0-9]+"));
        long shared = words.stream()
                .filter(word -> word.length() > 1 && id.contains(word))
                .count();
        return (int) shared + (id.contains(folded) || folded.contains(id) ? 1 : 0);
    }
}
