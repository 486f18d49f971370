package dev.waybill.engine.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.guided.Assessment;
import dev.waybill.workflow.guided.Assessment.Dimension;
import dev.waybill.workflow.guided.GuidedWorkflow;
import dev.waybill.workflow.guided.PromptStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Holds the agent's judgements to the levels that the workflow knows, and finds what follows from them.
final class AssessmentCheck {

    static final String KIND = "wr.assessment";

    private static final String ID = "assessmentId";
    private static final String DIMENSIONS = "dimensions";
    private static final String LEVEL = "level";

    private final PromptStep step;
    private final List<Assessment> asked;
    private final Payload payload;
    private final List<Blocker> blockers = new ArrayList<>();

    AssessmentCheck(GuidedWorkflow workflow, PromptStep step, Payload payload) {
        this.step = step;
        this.asked = asked(workflow, step);
        this.payload = payload;
    }

    static List<Assessment> asked(GuidedWorkflow workflow, PromptStep step) {
        return step.assessments().stream()
                .flatMap(id -> workflow.assessment(id).stream())
                .toList();
    }

    List<Blocker> blockers() {
        if (asked.isEmpty()) {
            return List.of();
        }
        List<Integer> given = payload.ofKind(KIND);
        for (int index : given) {
            if (about(payload.artifacts().get(index)).isEmpty()) {
                blockers.add(aboutWhat(index));
            }
        }
        for (Assessment assessment : asked) {
            // The last word counts, as with every other artifact that says the same twice.
            given.reversed().stream()
                    .filter(index -> about(payload.artifacts().get(index))
                            .filter(assessment::equals)
                            .isPresent())
                    .findFirst()
                    .ifPresentOrElse(index -> judge(assessment, index), () -> blockers.add(missing(assessment)));
        }
        return blockers;
    }

    /// What an artifact judges; where a step asks for one judgement only, it need not say.
    private Optional<Assessment> about(JsonObject artifact) {
        Optional<String> id = artifact.string(ID);
        if (id.isEmpty()) {
            return asked.size() == 1 ? Optional.of(asked.getFirst()) : Optional.empty();
        }
        return asked.stream().filter(it -> it.id().equals(id.get())).findFirst();
    }

    private void judge(Assessment assessment, int index) {
        String field = JsonPointer.member(payload.artifactField(index), DIMENSIONS);
        JsonValue given = payload.artifacts().get(index).get(DIMENSIONS);
        if (!(given instanceof JsonObject dimensions)) {
            blockers.add(invalid(
                            field,
                            "expected an object with a level for each dimension, found " + Brief.found(given),
                            assessment)
                    .like(dimensions(assessment, it -> calm(assessment, it)))
                    .found(given));
            return;
        }
        unknown(assessment, dimensions, field);
        assessment.dimensions().forEach(dimension -> level(assessment, dimension, dimensions, field));
    }

    private void unknown(Assessment assessment, JsonObject dimensions, String field) {
        List<String> known = assessment.dimensions().stream().map(Dimension::id).toList();
        dimensions.names().stream()
                .filter(name -> !known.contains(name))
                .forEach(name -> blockers.add(invalid(
                        JsonPointer.member(field, name),
                        "there is no dimension \"%s\", expected %s".formatted(name, Brief.names(known)),
                        assessment)));
    }

    private void level(Assessment assessment, Dimension dimension, JsonObject dimensions, String field) {
        JsonValue given = dimensions.get(dimension.id());
        if (given == null && !dimension.required()) {
            return;
        }
        String place = JsonPointer.member(field, dimension.id());
        Optional<String> level = levelOf(given).filter(dimension.levels()::contains);
        if (level.isEmpty()) {
            blockers.add(invalid(
                            place,
                            "expected one of %s, found %s"
                                    .formatted(Brief.names(dimension.levels()), Brief.found(given)),
                            assessment)
                    .expecting(levels(dimension))
                    .like(new JsonString(calm(assessment, dimension)))
                    .found(given));
            return;
        }
        consequence(assessment, level.get())
                .ifPresent(what -> blockers.add(followUp(place, level.get(), what)
                        .expecting(levels(dimension))
                        .like(new JsonString(calm(assessment, dimension)))));
    }

    /// The first level that asks for no more work.
    private String calm(Assessment assessment, Dimension dimension) {
        return dimension.levels().stream()
                .filter(level -> consequence(assessment, level).isEmpty())
                .findFirst()
                .orElseGet(() ->
                        dimension.levels().isEmpty() ? "…" : dimension.levels().getFirst());
    }

    private Optional<PromptStep.Consequence> consequence(Assessment assessment, String level) {
        return step.consequences().stream()
                .filter(it -> it.level().equals(level))
                .filter(it -> it.assessment() == null || it.assessment().equals(assessment.id()))
                .findFirst();
    }

    private static Optional<String> levelOf(@Nullable JsonValue given) {
        return given instanceof JsonObject object
                ? object.string(LEVEL)
                : Optional.ofNullable(given).flatMap(JsonValue::asString);
    }

    private static Blocker followUp(String place, String level, PromptStep.Consequence consequence) {
        return Blocker.of(
                        BlockerCode.ASSESSMENT_FOLLOWUP_REQUIRED,
                        place,
                        "level \"%s\" asks for more work before this step is done: %s; then judge again and acknowledge with the new level"
                                .formatted(level, consequence.guidance()))
                .found(new JsonString(level));
    }

    private Blocker missing(Assessment assessment) {
        return Blocker.of(
                        BlockerCode.MISSING_ASSESSMENT,
                        payload.artifactsField(),
                        "this step needs your assessment \"%s\" (%s) as an artifact of kind \"%s\", found none; choose a level for each dimension"
                                .formatted(assessment.id(), assessment.purpose(), KIND))
                .like(Requests.withArtifact(example(assessment, it -> calm(assessment, it))));
    }

    private Blocker aboutWhat(int index) {
        List<String> ids = asked.stream().map(Assessment::id).toList();
        JsonValue found = payload.artifacts().get(index).get(ID);
        return Blocker.of(
                        BlockerCode.INVALID_ASSESSMENT,
                        JsonPointer.member(payload.artifactField(index), ID),
                        "expected assessmentId to be one of %s, found %s"
                                .formatted(Brief.names(ids), Brief.found(found)))
                .like(new JsonString(ids.getFirst()))
                .found(found);
    }

    private static Blocker invalid(String field, String message, Assessment assessment) {
        return Blocker.of(
                BlockerCode.INVALID_ASSESSMENT, field, "assessment \"%s\": %s".formatted(assessment.id(), message));
    }

    private static JsonObject levels(Dimension dimension) {
        return JsonObject.of("enum", JsonArray.ofStrings(dimension.levels()));
    }

    /// A judgement in the right shape; its levels are the first ones, which means nothing.
    static JsonObject example(Assessment assessment) {
        return example(
                assessment, it -> it.levels().isEmpty() ? "…" : it.levels().getFirst());
    }

    private static JsonObject example(Assessment assessment, Function<Dimension, String> level) {
        return JsonObject.of(Payload.KIND, KIND)
                .with(ID, assessment.id())
                .with(DIMENSIONS, dimensions(assessment, level));
    }

    private static JsonObject dimensions(Assessment assessment, Function<Dimension, String> level) {
        var dimensions = JsonObject.builder();
        assessment.dimensions().forEach(it -> dimensions.put(it.id(), level.apply(it)));
        return dimensions.build();
    }
}
