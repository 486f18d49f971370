package dev.waybill.engine.guided;

import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Holds payloads to their limits.
final class PayloadChecks {

    /// Names that make trouble in the JavaScript of whoever shows the context.
    private static final List<String> RESERVED = List.of("__proto__", "constructor", "prototype");

    private static final int LONGEST_NUMBER = 40;

    private PayloadChecks() {}

    static void context(JsonObject context, List<Blocker> problems) {
        if (tooDeep(context, PayloadLimits.DEPTH)) {
            problems.add(deep(Payload.CONTEXT));
            return;
        }
        first(context, Payload.CONTEXT, PayloadChecks::reserved).ifPresent(problems::add);
        Optional<Blocker> infinite = first(context, Payload.CONTEXT, PayloadChecks::infinite);
        if (infinite.isPresent()) {
            problems.add(infinite.get());
            return;
        }
        size(context).ifPresent(problems::add);
    }

    /// Whether a context is larger than a node may keep.
    static Optional<Blocker> size(JsonObject context) {
        int bytes = Jcs.exactBytes(context).length;
        return bytes <= PayloadLimits.CONTEXT_BYTES
                ? Optional.empty()
                : Optional.of(Blocker.of(
                        BlockerCode.CONTEXT_TOO_LARGE,
                        Payload.CONTEXT,
                        "the context would have %d bytes, at most %d are kept; send large texts as notes or artifacts, delete variables with null"
                                .formatted(bytes, PayloadLimits.CONTEXT_BYTES)));
    }

    static void notes(@Nullable String notes, String field, List<Blocker> problems) {
        int bytes = notes == null ? 0 : notes.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > PayloadLimits.NOTES_BYTES) {
            problems.add(Blocker.of(
                    BlockerCode.NOTES_TOO_LARGE,
                    field,
                    "the notes have %d bytes, at most %d are kept; write only about this step, send long material as artifacts"
                            .formatted(bytes, PayloadLimits.NOTES_BYTES)));
        }
    }

    static void artifacts(Payload payload, List<Blocker> problems) {
        int count = payload.artifacts().size();
        if (count > PayloadLimits.ARTIFACTS) {
            problems.add(Blocker.of(
                    BlockerCode.TOO_MANY_ARTIFACTS,
                    payload.artifactsField(),
                    "expected at most %d artifacts, found %d; put rows of one kind into one artifact"
                            .formatted(PayloadLimits.ARTIFACTS, count)));
            return;
        }
        for (int i = 0; i < count; i++) {
            artifact(payload.artifacts().get(i), payload.artifactField(i)).ifPresent(problems::add);
        }
    }

    private static Optional<Blocker> artifact(JsonObject artifact, String field) {
        if (tooDeep(artifact, PayloadLimits.DEPTH)) {
            return Optional.of(deep(field));
        }
        Optional<Blocker> infinite = first(artifact, field, PayloadChecks::infinite);
        if (infinite.isPresent()) {
            return infinite;
        }
        int bytes = Jcs.exactBytes(artifact).length;
        return bytes <= PayloadLimits.ARTIFACT_BYTES
                ? Optional.empty()
                : Optional.of(Blocker.of(
                        BlockerCode.ARTIFACT_TOO_LARGE,
                        field,
                        "the artifact has %d bytes, at most %d are kept; split it, or name a file instead of its content"
                                .formatted(bytes, PayloadLimits.ARTIFACT_BYTES)));
    }

    private static Blocker deep(String field) {
        return Blocker.of(
                BlockerCode.NESTED_TOO_DEEP,
                field,
                "expected at most %d nested arrays and objects; send a flatter value".formatted(PayloadLimits.DEPTH));
    }

    private static boolean tooDeep(JsonValue value, int left) {
        return switch (value) {
            case JsonObject object ->
                left == 0 || object.members().values().stream().anyMatch(member -> tooDeep(member, left - 1));
            case JsonArray array -> left == 0 || array.items().stream().anyMatch(item -> tooDeep(item, left - 1));
            default -> false;
        };
    }

    private static Optional<Blocker> reserved(JsonValue value, String pointer) {
        return RESERVED.stream()
                .filter(name -> pointer.endsWith("/" + name))
                .map(name -> Blocker.of(
                        BlockerCode.RESERVED_CONTEXT_KEY,
                        pointer,
                        "\"%s\" cannot be a name in the context; use another".formatted(name)))
                .findFirst();
    }

    /// A number that no program can compute with would make the run unreadable.
    private static Optional<Blocker> infinite(JsonValue value, String pointer) {
        return value instanceof JsonNumber number && !number.isFinite()
                ? Optional.of(Blocker.of(
                                BlockerCode.INVALID_FIELD,
                                pointer,
                                "the number %s is larger than any that programs can hold; send it as a string"
                                        .formatted(Brief.text(number.lexeme(), LONGEST_NUMBER)))
                        .like(new JsonString(Brief.text(number.lexeme(), LONGEST_NUMBER))))
                : Optional.empty();
    }

    private interface Judge {
        Optional<Blocker> of(JsonValue value, String pointer);
    }

    /// The first objection to a value or something inside it.
    private static Optional<Blocker> first(JsonValue value, String pointer, Judge judge) {
        Optional<Blocker> here = judge.of(value, pointer);
        if (here.isPresent()) {
            return here;
        }
        return switch (value) {
            case JsonObject object ->
                object.members().entrySet().stream()
                        .map(member -> first(member.getValue(), JsonPointer.member(pointer, member.getKey()), judge))
                        .flatMap(Optional::stream)
                        .findFirst();
            case JsonArray array ->
                IntStream.range(0, array.size())
                        .mapToObj(i -> first(array.get(i), JsonPointer.item(pointer, i), judge))
                        .flatMap(Optional::stream)
                        .findFirst();
            default -> Optional.empty();
        };
    }
}
