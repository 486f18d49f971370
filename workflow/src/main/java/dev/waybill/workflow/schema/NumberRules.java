package dev.waybill.workflow.schema;

import dev.waybill.base.json.JsonNumber;
import java.util.function.IntPredicate;

/// Keywords that limit numbers.
final class NumberRules {

    private NumberRules() {}

    static void add(SchemaReader reader) {
        bound(reader, "minimum", "at least", compared -> compared >= 0);
        bound(reader, "maximum", "at most", compared -> compared <= 0);
        bound(reader, "exclusiveMinimum", "more than", compared -> compared > 0);
        bound(reader, "exclusiveMaximum", "less than", compared -> compared < 0);
        reader.number("multipleOf").ifPresent(divisor -> multiple(reader, divisor));
    }

    private static void bound(SchemaReader reader, String keyword, String words, IntPredicate right) {
        reader.number(keyword).ifPresent(bound -> {
            String expected = "a number of %s %s".formatted(words, bound);
            reader.node().add((value, run) -> {
                if (value instanceof JsonNumber number) {
                    run.expect(right.test(Decimals.compare(number, bound)), keyword, expected, number.lexeme());
                }
            });
        });
    }

    private static void multiple(SchemaReader reader, JsonNumber divisor) {
        if (!(divisor.doubleValue() > 0)) {
            reader.bad("multipleOf", "a number above 0");
            return;
        }
        String expected = "a multiple of " + divisor;
        reader.node().add((value, run) -> {
            if (value instanceof JsonNumber number) {
                run.expect(Decimals.isMultiple(number, divisor), "multipleOf", expected, number.lexeme());
            }
        });
    }
}
