package dev.waybill.workflow.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.guided.GuidedCondition.Always;
import dev.waybill.workflow.guided.GuidedCondition.And;
import dev.waybill.workflow.guided.GuidedCondition.Compare;
import dev.waybill.workflow.guided.GuidedCondition.Not;
import dev.waybill.workflow.guided.GuidedCondition.Operator;
import dev.waybill.workflow.guided.GuidedCondition.Or;
import dev.waybill.workflow.guided.GuidedCondition.Truthy;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Conditions are as lenient as their authors are used to, and no more.
class ConditionsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "equals      ~ \"Large\"        ~ \" large \" ~ true",
                "equals      ~ \"Large\"        ~ \"larger\"  ~ false",
                "equals      ~ 3                ~ \"3\"       ~ true",
                "equals      ~ 3.0              ~ 3           ~ true",
                "equals      ~ \" 3e0 \"        ~ 3           ~ true",
                "equals      ~ \"\"             ~ 0           ~ false",
                "equals      ~ \"three\"        ~ 3           ~ false",
                "equals      ~ -0               ~ 0           ~ true",
                "equals      ~ 9007199254740993 ~ 9007199254740992 ~ false",
                "equals      ~ \"9007199254740993\" ~ 9007199254740993 ~ true",
                "equals      ~ 9007199254740993 ~ \"9007199254740992\" ~ false",
                "contains    ~ 9007199254740993 ~ \"993\"     ~ true",
                "equals      ~ true             ~ \"Yes\"     ~ true",
                "equals      ~ \"1\"            ~ true        ~ true",
                "equals      ~ \"no\"           ~ false       ~ true",
                "equals      ~ \"maybe\"        ~ false       ~ false",
                "equals      ~ true             ~ true        ~ true",
                "equals      ~ 1                ~ true        ~ false",
                "equals      ~ null             ~ null        ~ true",
                "equals      ~ null             ~ \"\"        ~ false",
                "equals      ~ [1]              ~ [1]         ~ false",
                "equals      ~ {}               ~ \"\"        ~ false",
                "not_equals  ~ \"a\"            ~ \"A\"       ~ false",
                "not_equals  ~ \"a\"            ~ \"b\"       ~ true",
                "gt          ~ 2                ~ 1           ~ true",
                "gt          ~ \"2\"            ~ 1           ~ false",
                "gt          ~ 1                ~ 1           ~ false",
                "gte         ~ 0.7              ~ 0.7         ~ true",
                "gte         ~ 0                ~ -0          ~ true",
                "lt          ~ null             ~ 1           ~ false",
                "lt          ~ -1               ~ 0           ~ true",
                "lte         ~ 1                ~ 1           ~ true",
                "lte         ~ 2                ~ 1           ~ false",
                "contains    ~ \"Deep Blue\"    ~ \"p b\"     ~ true",
                "contains    ~ [\"A\",\"Bee\"]  ~ \"bee\"     ~ true",
                "contains    ~ [\"a\",\"b\"]    ~ \"a,b\"     ~ true",
                "contains    ~ [\"a\"]          ~ \"b\"       ~ false",
                "contains    ~ 1.50             ~ \"1.5\"     ~ true",
                "contains    ~ null             ~ \"a\"       ~ false",
                "contains    ~ {\"a\":1}        ~ \"object\"  ~ true",
                "startsWith  ~ \" Release/1\"   ~ \"release\" ~ true",
                "startsWith  ~ \"a\"            ~ \"b\"       ~ false",
                "endsWith    ~ \"a.MD\"         ~ \".md \"    ~ true",
                "endsWith    ~ \"a.md\"         ~ \".txt\"    ~ false",
                "matches     ~ \"FIX-12\"       ~ \"^fix-\\\\d+$\" ~ true",
                "matches     ~ \"x\"            ~ \"^fix\"    ~ false",
                "matches     ~ \"x\"            ~ \"(\"       ~ false",
                "matches     ~ \"a Word\"       ~ \"\\\\bword\\\\b\" ~ true",
                "in          ~ \"B\"            ~ [\"a\",\"b\"] ~ true",
                "in          ~ 2                ~ [\"1\",\"2\"] ~ true",
                "in          ~ null             ~ [null]      ~ true",
                "in          ~ \"c\"            ~ [\"a\",\"b\"] ~ false",
                "in          ~ \"c\"            ~ \"c\"       ~ false",
            })
    void comparesLeniently(String operator, String value, String operand, boolean holds) {
        var context = JsonObject.builder().put("x", json(value)).build();
        Operator found = Arrays.stream(Operator.values())
                .filter(it -> it.wire().equals(operator))
                .findFirst()
                .orElseThrow();
        assertThat(new Compare("x", found, json(operand)).holds(context)).isEqualTo(holds);
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "1", "\"x\"", "\"false\"", "[]", "{}", "-0.5"})
    void theseAreTrue(String value) {
        assertThat(new Truthy("x")
                        .holds(JsonObject.builder().put("x", json(value)).build()))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "0", "\"\"", "null", "-0"})
    void theseAreNot(String value) {
        assertThat(new Truthy("x")
                        .holds(JsonObject.builder().put("x", json(value)).build()))
                .isFalse();
    }

    @Test
    void anAbsentVariableIsNullAndANameIsOneKeyWhateverItsDots() {
        var context = (JsonObject) json("{\"a.b\": 1, \"a\": {\"c\": 1}}");
        assertThat(new Compare("z", Operator.EQUALS, json("null")).holds(context))
                .isTrue();
        assertThat(new Truthy("a.b").holds(context)).isTrue();
        assertThat(new Truthy("a.c").holds(context)).isFalse();
    }

    @Test
    void logicJoins() {
        var yes = new Always();
        var no = new Not(yes);
        assertThat(new And(List.of(yes, yes)).holds(JsonObject.EMPTY)).isTrue();
        assertThat(new And(List.of(yes, no)).holds(JsonObject.EMPTY)).isFalse();
        assertThat(new Or(List.of(no, yes)).holds(JsonObject.EMPTY)).isTrue();
        assertThat(new Or(List.of()).holds(JsonObject.EMPTY)).isFalse();
        assertThat(new And(List.of()).holds(JsonObject.EMPTY)).isTrue();
    }

    @Test
    void whatCannotBeEvaluatedIsFalseEvenWhenNegated() {
        var broken = new Compare("x", Operator.MATCHES, json("\"(\""));
        assertThat(new Not(broken).holds(JsonObject.EMPTY)).isFalse();
    }

    private static JsonValue json(String text) {
        return JsonReader.readAnyNumbers(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }
}
