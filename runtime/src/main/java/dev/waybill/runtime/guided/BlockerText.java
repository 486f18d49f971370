package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;

/// What is wrong with a payload, in words: where it stands, what was found, what is expected, an example.
final class BlockerText {

    private BlockerText() {}

    /// @param problems as the answer's structure has them
    static void write(StringBuilder text, JsonArray problems) {
        for (JsonValue problem : problems) {
            problem.asObject().ifPresent(it -> one(text, it));
        }
    }

    private static void one(StringBuilder text, JsonObject problem) {
        text.append("- %s (%s): %s\n"
                .formatted(
                        problem.string("field").orElse(""),
                        problem.string("code").orElse(""),
                        problem.string("message").orElse("")));
        for (String more : new String[] {"found", "expected", "example"}) {
            JsonValue value = problem.get(more);
            if (value != null) {
                text.append("  %s: %s\n"
                        .formatted(
                                more,
                                value instanceof JsonString(var words) && !more.equals("example")
                                        ? words
                                        : JsonWriter.compact(value)));
            }
        }
    }
}
