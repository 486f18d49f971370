package dev.waybill.engine.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One reason why a request was not accepted, with everything that a small model needs to fix it in one try.
///
/// @param field a JSON pointer into the request, also to what is missing there
/// @param message what was expected, what was found and what to do
/// @param expected the shape of that field, as an excerpt of a schema
/// @param example what could stand there, or a request that would be accepted
/// @param found what stands there now
public record Blocker(
        BlockerCode code,
        String field,
        String message,
        @Nullable JsonValue expected,
        @Nullable JsonValue example,
        @Nullable String found) {

    /// More than this nobody mends at once.
    public static final int MOST = 10;

    private static final int LONGEST_MESSAGE = 1_000;
    private static final int LONGEST_FOUND = 200;

    public Blocker {
        message = Brief.text(message, LONGEST_MESSAGE);
        found = found == null ? null : Brief.text(found, LONGEST_FOUND);
    }

    static Blocker of(BlockerCode code, String field, String message) {
        return new Blocker(code, field, message, null, null, null);
    }

    Blocker expecting(@Nullable JsonValue shape) {
        return new Blocker(code, field, message, shape, example, found);
    }

    Blocker like(@Nullable JsonValue sample) {
        return new Blocker(code, field, message, expected, sample, found);
    }

    Blocker found(@Nullable JsonValue value) {
        return new Blocker(code, field, message, expected, example, Brief.found(value));
    }

    /// In a fixed order, and no more than anybody reads.
    static List<Blocker> list(List<Blocker> blockers) {
        return blockers.stream()
                .sorted(Comparator.comparing(Blocker::code).thenComparing(Blocker::field))
                .limit(MOST)
                .toList();
    }

    /// Empty when the code is none of ours.
    public static Optional<Blocker> read(JsonObject json) {
        return json.string("code")
                .flatMap(BlockerCode::ofWire)
                .map(code -> new Blocker(
                        code,
                        json.string("field").orElse(""),
                        json.string("message").orElse(""),
                        json.get("expected"),
                        json.get("example"),
                        json.string("found").orElse(null)));
    }

    public JsonObject toJson() {
        return JsonObject.of("code", code.wire())
                .with("field", field)
                .with("message", message)
                .withIfPresent("expected", expected)
                .withIfPresent("example", example)
                .withIfPresent("found", found);
    }
}
