package dev.waybill.workflow.schema;

import dev.waybill.base.json.JsonString;
import dev.waybill.workflow.expression.LookAheadPattern;
import java.util.OptionalLong;
import java.util.function.LongPredicate;

/// Keywords that limit texts. Lengths count code points.
final class TextRules {

    private TextRules() {}

    static void add(SchemaReader reader) {
        OptionalLong least = reader.count("minLength");
        OptionalLong most = reader.count("maxLength");
        least.ifPresent(
                bound -> length(reader, "minLength", "at least " + bound + " characters", length -> length >= bound));
        most.ifPresent(
                bound -> length(reader, "maxLength", "at most " + bound + " characters", length -> length <= bound));
        reader.text("pattern")
                .flatMap(source -> reader.pattern(source, reader.at("pattern")))
                .ifPresent(pattern -> pattern(reader, pattern));
    }

    private static void length(SchemaReader reader, String keyword, String expected, LongPredicate right) {
        reader.node().add((value, run) -> {
            if (value instanceof JsonString(var text)) {
                run.budget().spend(text.length() / 16);
                long length = text.codePointCount(0, text.length());
                run.expect(right.test(length), keyword, expected, length);
            }
        });
    }

    private static void pattern(SchemaReader reader, LookAheadPattern pattern) {
        String expected = "text that matches " + Shown.text(pattern.source());
        reader.node().add((value, run) -> {
            if (value instanceof JsonString(var text)) {
                run.expect(pattern.foundIn(text, run.budget()), "pattern", expected, value);
            }
        });
    }
}
