package dev.waybill.engine.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.expression.ExpressionException;
import dev.waybill.workflow.expression.StepBudget;
import dev.waybill.workflow.guided.OutputContract;
import dev.waybill.workflow.schema.JsonSchema;
import dev.waybill.workflow.schema.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Holds a payload's artifacts to the contract of its step. Artifacts of other kinds are kept as they are.
record OutputCheck(OutputContract contract, boolean required, Payload payload) {

    private static final long BUDGET = 1_000_000;

    List<Blocker> blockers() {
        List<Integer> meant = payload.ofKind(contract.kind());
        if (meant.isEmpty()) {
            return required ? List.of(absent()) : List.of();
        }
        List<Blocker> blockers = new ArrayList<>();
        for (int index : meant) {
            blockers.addAll(misfits(payload.artifacts().get(index), payload.artifactField(index)));
        }
        return blockers;
    }

    private Blocker absent() {
        JsonObject example = Requests.withArtifact(contract.example());
        if (payload.artifacts().isEmpty()) {
            return Blocker.of(
                            BlockerCode.MISSING_REQUIRED_OUTPUT,
                            payload.artifactsField(),
                            "this step needs an artifact of kind \"%s\" in output.artifacts, found none; send it in the shape of the example"
                                    .formatted(contract.kind()))
                    .expecting(excerpt(""))
                    .like(example);
        }
        return wrongKind().expecting(excerpt("/kind")).like(example);
    }

    private Blocker wrongKind() {
        List<String> kinds = payload.artifacts().stream()
                .map(artifact -> artifact.string(Payload.KIND).orElse("(no kind)"))
                .distinct()
                .toList();
        boolean one = payload.artifacts().size() == 1;
        String field = one ? JsonPointer.member(payload.artifactField(0), Payload.KIND) : payload.artifactsField();
        return Blocker.of(
                        BlockerCode.WRONG_OUTPUT_KIND,
                        field,
                        "this step needs an artifact of kind \"%s\", found kind %s; send one of that kind, in the shape of the example"
                                .formatted(contract.kind(), Brief.names(kinds)))
                .found(one ? payload.artifacts().getFirst().get(Payload.KIND) : null);
    }

    private List<Blocker> misfits(JsonObject artifact, String field) {
        try {
            List<Violation> violations =
                    JsonSchema.compile(contract.schema()).validate(artifact, StepBudget.of(BUDGET));
            return violations.stream()
                    .flatMap(violation -> places(violation, artifact))
                    .distinct()
                    .map(place -> misfit(place, artifact, field))
                    .toList();
        } catch (ExpressionException _) {
            return List.of(Blocker.of(
                    BlockerCode.INVALID_OUTPUT, field, "the artifact is too large to be checked; send a smaller one"));
        }
    }

    /// A place in the artifact, and what is wrong there.
    private record Place(String pointer, String message) {}

    /// A missing member is named by its own place, because that is where something must be written.
    private Stream<Place> places(Violation violation, JsonObject artifact) {
        if (!violation.keyword().equals("required")) {
            return Stream.of(new Place(violation.pointer(), violation.message()));
        }
        List<Place> missing = new ArrayList<>();
        JsonValue at = JsonPointer.find(artifact, violation.pointer()).orElse(artifact);
        requiredAt(violation.pointer()).forEach(name -> {
            if (at instanceof JsonObject object && !object.has(name)) {
                missing.add(new Place(
                        JsonPointer.member(violation.pointer(), name),
                        "\"%s\" is required but missing".formatted(name)));
            }
        });
        return missing.isEmpty() ? Stream.of(new Place(violation.pointer(), violation.message())) : missing.stream();
    }

    private Stream<String> requiredAt(String pointer) {
        return new SchemaExcerpt(contract.schema())
                .whole(pointer).flatMap(schema -> schema.array("required")).stream()
                        .flatMap(names -> names.items().stream())
                        .flatMap(name -> name instanceof JsonString(var text) ? Stream.of(text) : Stream.empty());
    }

    private Blocker misfit(Place place, JsonObject artifact, String field) {
        String remedy = required ? "" : ", or leave this optional artifact out";
        return Blocker.of(
                        BlockerCode.INVALID_OUTPUT,
                        field + place.pointer(),
                        "artifact \"%s\": %s; fix it%s".formatted(contract.kind(), place.message(), remedy))
                .expecting(excerpt(place.pointer()))
                .like(sample(place.pointer()).orElse(null))
                .found(JsonPointer.find(artifact, place.pointer()).orElse(null));
    }

    /// What could stand in a place: what the contract's example has there or in its first row, else what the schema
    /// says. Empty where nothing may stand.
    private Optional<JsonValue> sample(String pointer) {
        return JsonPointer.find(contract.example(), pointer)
                .or(() -> JsonPointer.find(contract.example(), pointer.replaceAll("/\\d+(?=/|$)", "/0")))
                .or(() -> new SchemaExcerpt(contract.schema()).sample(pointer));
    }

    private @Nullable JsonObject excerpt(String pointer) {
        return new SchemaExcerpt(contract.schema()).at(pointer).orElse(null);
    }
}
