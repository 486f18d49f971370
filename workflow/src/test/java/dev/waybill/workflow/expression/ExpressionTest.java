package dev.waybill.workflow.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.testkit.Seeds;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExpressionTest {

    private static final JsonObject SCOPE = (JsonObject) JsonReader.read("""
            {"status": "completed",
             "output": {"ok": true, "n": 3, "text": "abc", "list": [1, "two", {"x": 1}], "none": null, "o": {"a": 1.0}},
             "variables": {"count": 2, "max-size": 10},
             "nodes": {"n-1": {"result": "done"}}}
            """, JsonLimits.DOCUMENT);

    @Test
    void literalsMeanThemselves() {
        assertThat(value("1.50")).isEqualTo("1.50");
        assertThat(value("'it\\'s \\n'")).isEqualTo("\"it's \\n\"");
        assertThat(value("[1, true, null, \"x\"]")).isEqualTo("[1,true,null,\"x\"]");
    }

    @Test
    void pathsReachIntoObjectsAndArrays() {
        assertThat(value("output.list[2].x")).isEqualTo("1");
        assertThat(value("nodes[\"n-1\"].result")).isEqualTo("\"done\"");
        assertThat(value("variables['max-size']")).isEqualTo("10");
        assertThat(value("output.list[variables.count - 1]")).isEqualTo("\"two\"");
    }

    @Test
    void whatIsAbsentIsNullAndSoIsAllBelowIt() {
        assertThat(value("output.nothing.below[3].it")).isEqualTo("null");
        assertThat(value("output.list[99]")).isEqualTo("null");
        assertThat(value("channels.log")).isEqualTo("null");
        assertThat(value("coalesce(output.none, output.gone, 7)")).isEqualTo("7");
    }

    @Test
    void aMemberOfATextIsAnError() {
        assertThat(problem("status.length")).isEqualTo("expected an object or array before this, found string @7");
    }

    @Test
    void comparisonsConvertNothing() {
        assertThat(value("1 == 1.0")).isEqualTo("true");
        assertThat(value("'1' == 1")).isEqualTo("false");
        assertThat(value("null == false")).isEqualTo("false");
        assertThat(value("output.o == output.o && output.list != []")).isEqualTo("true");
        assertThat(value("'a' < 'b' && 2 >= 2 && 'B' < 'a'")).isEqualTo("true");
        assertThat(problem("1 < '2'"))
                .isEqualTo("expected two numbers or two strings to order, found number and string @2");
    }

    @Test
    void logicTakesTruthValuesOnlyAndStopsEarly() {
        assertThat(value("false && output.n")).isEqualTo("false");
        assertThat(value("true || 1 / 0 == 1")).isEqualTo("true");
        assertThat(value("!output.ok ? 'no' : 'yes'")).isEqualTo("\"yes\"");
        assertThat(problem("output.n && true")).isEqualTo("expected true or false, found number @7");
    }

    @Test
    void operatorsBindAsInArithmetic() {
        assertThat(value("1 + 2 * 3 - -4 % 3")).isEqualTo("8");
        assertThat(value("(1 + 2) * 3 == 9 || false && false")).isEqualTo("true");
        assertThat(value("10 - 3 - 2")).isEqualTo("5");
    }

    @Test
    void numbersAreDoublesPrintedCanonically() {
        assertThat(value("0.1 + 0.2")).isEqualTo("0.30000000000000004");
        assertThat(value("4 / 2")).isEqualTo("2");
        assertThat(value("0 * -1")).isEqualTo("0");
        assertThat(code("1 / 0")).isEqualTo(ExpressionCode.NUMBER_OUT_OF_RANGE);
        assertThat(code("9007199254740991 + 1")).isEqualTo(ExpressionCode.NUMBER_OUT_OF_RANGE);
        assertThat(code("1e400")).isEqualTo(ExpressionCode.NUMBER_OUT_OF_RANGE);
    }

    @Test
    void functionsDoWhatTheirNamesSay() {
        assertThat(value("length(output.text) + length(output.list) + length(output.o)"))
                .isEqualTo("7");
        assertThat(value("length('😀')")).isEqualTo("1");
        assertThat(value("contains(output.text, 'bc') && contains(output.list, {0}[0])".replace("{0}", "[1.0]")))
                .isEqualTo("true");
        assertThat(value("contains(output.o, 'a')")).isEqualTo("true");
        assertThat(value("startsWith(status, 'comp') && endsWith(status, 'ed')"))
                .isEqualTo("true");
        assertThat(value("matches(output.text, '^[a-c]{3}$')")).isEqualTo("true");
        assertThat(value("'n is ' + text(output.n)")).isEqualTo("\"n is 3\"");
    }

    @Test
    void mistakesNamePlaceExpectedAndFound() {
        assertThat(problem("output.ok &&")).isEqualTo("expected a value, found the end @12");
        assertThat(problem("output.")).isEqualTo("expected a member name after \".\", found the end @7");
        assertThat(problem("(1")).isEqualTo("expected \")\", found the end @2");
        assertThat(problem("1 2")).isEqualTo("expected an operator or the end, found \"2\" @2");
        assertThat(problem("'abc")).isEqualTo("expected the closing ', found the end @4");
        assertThat(problem("{{ output.ok }}")).endsWith("without {{ }} or ${ } @0");
        assertThat(problem("length()")).isEqualTo("expected length to have 1 argument(s), found 0 @0");
        assertThat(code("ouput.ok")).isEqualTo(ExpressionCode.UNKNOWN_NAME);
        assertThat(code("exec('rm')")).isEqualTo(ExpressionCode.UNKNOWN_NAME);
        assertThat(problem("007")).isEqualTo("expected a number without leading zeros, found \"007\" @0");
    }

    @Test
    void anythingButTrueOrFalseIsNoCondition() {
        assertThatExceptionOfType(ExpressionException.class)
                .isThrownBy(() -> Expression.parse("output.n").test(SCOPE, StepBudget.usual()))
                .withMessage("expected a condition that is true or false, found number");
    }

    @Test
    void aPathIsAPathAndNothingMore() {
        assertThat(Expression.parsePath("output.list[0]").source()).isEqualTo("output.list[0]");
        assertThatExceptionOfType(ExpressionException.class).isThrownBy(() -> Expression.parsePath("output.n + 1"));
    }

    @Test
    void referencesAreFoundWhereverTheyAre() {
        assertThat(Expression.parse("length(variables.a) > 1 ? [nodes['x'].y, output] : -variables.b[nodes.z]")
                        .references())
                .extracting(reference -> reference.root() + "." + reference.member())
                .containsExactly("variables.a", "nodes.x", "output.null", "variables.b", "nodes.z");
    }

    @Test
    void theBudgetEndsWhatIsTooCostly() {
        JsonArray many = new JsonArray(Collections.nCopies(10_000, new JsonString("x")));
        JsonObject scope = JsonObject.builder().put("output", many).build();
        StepBudget budget = StepBudget.of(5_000);

        assertThatExceptionOfType(ExpressionException.class)
                .isThrownBy(() -> Expression.parse("contains(output, 1)").evaluate(scope, budget))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ExpressionCode.BUDGET_EXHAUSTED));
        assertThat(budget.left()).isZero();
    }

    @Test
    void depthAndLengthAreBounded() {
        assertThat(code("(".repeat(5_000))).isEqualTo(ExpressionCode.TOO_LARGE);
        assertThat(code("!".repeat(5_000) + "true")).isEqualTo(ExpressionCode.TOO_LARGE);
        assertThat(code("1" + "+1".repeat(4_000))).isEqualTo(ExpressionCode.TOO_LARGE);
        assertThat(code("output" + ".a".repeat(4_000))).isEqualTo(ExpressionCode.TOO_LARGE);
        assertThat(code(" ".repeat(9_000))).isEqualTo(ExpressionCode.TOO_LARGE);
        assertThat(value("1" + "+1".repeat(150))).isEqualTo("151");
    }

    @Test
    void noTextMakesItFailInAnyOtherWay() {
        List<String> words = List.of(
                "output",
                ".n",
                "[0]",
                "(",
                ")",
                "[",
                "]",
                ",",
                " && ",
                " || ",
                "!",
                "-",
                "+",
                "*",
                "/",
                "%",
                " == ",
                " < ",
                "?",
                ":",
                "1",
                "0.5e1",
                "'t'",
                "\"",
                "\\",
                "null",
                "true",
                "length(",
                "matches('a','",
                "#",
                "é");
        Seeds.check(3_000, random -> {
            try {
                Expression expression = Expression.parse(sentence(random, words));
                JsonValue value = expression.evaluate(SCOPE, StepBudget.of(1_000));
                assertThat(Expression.parse(expression.source()).evaluate(SCOPE, StepBudget.of(1_000)))
                        .isEqualTo(value);
            } catch (ExpressionException e) {
                assertThat(e.getMessage()).isNotEmpty();
                assertThat(e.position()).isNotNegative();
            }
        });
    }

    private static String sentence(Random random, List<String> words) {
        StringBuilder text = new StringBuilder();
        for (int i = 1 + random.nextInt(12); i > 0; i--) {
            text.append(words.get(random.nextInt(words.size())));
        }
        return text.toString();
    }

    private static String value(String source) {
        return Expression.parse(source).evaluate(SCOPE, StepBudget.usual()).toString();
    }

    private static ExpressionException failure(String source) {
        try {
            throw new AssertionError("has a value: " + value(source));
        } catch (ExpressionException e) {
            return e;
        }
    }

    private static String problem(String source) {
        ExpressionException failure = failure(source);
        return failure.getMessage() + " @" + failure.position();
    }

    private static ExpressionCode code(String source) {
        return failure(source).code();
    }
}
