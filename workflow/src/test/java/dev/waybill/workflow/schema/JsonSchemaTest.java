package dev.waybill.workflow.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.expression.ExpressionCode;
import dev.waybill.workflow.expression.ExpressionException;
import dev.waybill.workflow.expression.StepBudget;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class JsonSchemaTest {

    /// Schema, values that fit, values that do not. Single quotes stand for double ones.
    private static final List<Row> ROWS = List.of(
            row("{}", "null 1 'x' [] {}", ""),
            row("{'type':'integer'}", "1 -1 1.0 1e2", "1.5 '1' null true"),
            row("{'type':['string','null']}", "'x' null", "1 [] {}"),
            row("{'type':'number'}", "1 1.5", "'1' true"),
            row("{'enum':[1,'a',null,[1]]}", "1 1.0 'a' null [1]", "2 'b' [] [1,1]"),
            row("{'const':{'a':1,'b':2}}", "{'b':2,'a':1.0}", "{'a':1} null"),
            row("{'minimum':1,'maximum':2}", "1 2 1.5 'x'", "0.999 2.001"),
            row("{'exclusiveMinimum':1,'exclusiveMaximum':2}", "1.5", "1 2"),
            row("{'multipleOf':0.01}", "19.99 0 -3 'x'", "0.001"),
            row("{'minLength':1,'maxLength':2}", "'a' 'ab' '😀😀' 7", "'' 'abc' '😀😀😀'"),
            row("{'pattern':'^a+$'}", "'a' 'aaa' 1", "'' 'b' 'ab'"),
            row("{'pattern':'b'}", "'abc'", "'ac'"),
            row(
                    "{'pattern':'^(?!(?:core|local)\\\\.)[a-z]+\\\\.x$'}",
                    "'corex.x' 'acme.x'",
                    "'core.x' 'local.x' 'acme.y'"),
            row("{'pattern':'^(?=a)(?!ab)[a-c]+$'}", "'a' 'acb'", "'ab' 'b'"),
            row("{'required':['a','b']}", "{'a':1,'b':null} 1", "{} {'a':1}"),
            row("{'properties':{'a':{'type':'string'}}}", "{} {'a':'x','b':1}", "{'a':1}"),
            row(
                    "{'properties':{'a':{}},'patternProperties':{'^x-':{'type':'string'}},'additionalProperties':false}",
                    "{} {'a':1,'x-y':'z'}",
                    "{'b':1} {'x-y':1}"),
            row("{'additionalProperties':{'type':'integer'}}", "{'a':1}", "{'a':'x'}"),
            row("{'propertyNames':{'maxLength':2}}", "{'ab':1}", "{'abc':1}"),
            row("{'minProperties':1,'maxProperties':1}", "{'a':1} []", "{} {'a':1,'b':2}"),
            row("{'items':{'type':'integer'}}", "[] [1,2] {}", "[1,'x']"),
            row("{'prefixItems':[{'type':'string'}],'items':{'type':'integer'}}", "[] ['a'] ['a',1]", "[1] ['a','b']"),
            row("{'prefixItems':[{}],'items':false}", "[] [1]", "[1,2]"),
            row("{'contains':{'type':'integer'}}", "['a',1]", "[] ['a']"),
            row("{'contains':{'type':'integer'},'minContains':2,'maxContains':3}", "[1,2] [1,2,3]", "[1] [1,2,3,4]"),
            row("{'contains':{'type':'integer'},'minContains':0}", "[] ['a']", ""),
            row("{'minItems':1,'maxItems':2}", "[1] [1,2] 'x'", "[] [1,2,3]"),
            row("{'uniqueItems':true}", "[1,2] [{'a':1},{'a':2}] ['1',1]", "[1,1.0] [{'a':1,'b':2},{'b':2,'a':1}]"),
            row("{'allOf':[{'minimum':1},{'maximum':2}]}", "1 2", "0 3"),
            row("{'anyOf':[{'type':'string'},{'minimum':1}]}", "'x' 1 null", "0"),
            row("{'oneOf':[{'minimum':1},{'maximum':2}]}", "0 3", "1 2"),
            row("{'not':{'type':'string'}}", "1 null", "'x'"),
            row(
                    "{'if':{'required':['a']},'then':{'required':['b']},'else':{'required':['c']}}",
                    "{'a':1,'b':1} {'c':1}",
                    "{'a':1} {'a':1,'c':1} {}"),
            row("{'then':false,'else':false}", "1", ""),
            row("{'dependentRequired':{'a':['b']}}", "{} {'b':1} {'a':1,'b':1}", "{'a':1}"),
            row("{'dependentSchemas':{'a':{'required':['b']}}}", "{} {'a':1,'b':1}", "{'a':1}"),
            row("{'$ref':'#/$defs/s','$defs':{'s':{'type':'string'}},'maxLength':1}", "'x'", "1 'xy'"),
            row(
                    "{'properties':{'next':{'$ref':'#'},'v':{'type':'integer'}}}",
                    "{'next':{'next':{'v':1}}}",
                    "{'next':{'next':{'v':'x'}}}"),
            row("{'$ref':'#/$defs/a~1b%20c','$defs':{'a/b c':{'type':'null'}}}", "null", "1"),
            row("{'$ref':'#/definitions/old','definitions':{'old':{'type':'null'}}}", "null", "1"),
            row("{'$id':'no uri at all','$ref':'#/$defs/n','$defs':{'n':{'type':'null'}}}", "null", "1"),
            row("{'format':'email','x-ours':{'type':7}}", "'no-mail'", ""),
            row("{'properties':{'a':true,'b':false}}", "{'a':1}", "{'b':1}"));

    private record Row(String schema, List<JsonValue> fit, List<JsonValue> unfit) {}

    private static Row row(String schema, String fit, String unfit) {
        return new Row(schema, values(fit), values(unfit));
    }

    @TestFactory
    Stream<DynamicTest> keywords() {
        return ROWS.stream()
                .map(row -> dynamicTest(row.schema, () -> {
                    JsonSchema schema = JsonSchema.compile(object(row.schema));
                    row.fit.forEach(value -> assertThat(validate(schema, value))
                            .as("fits: %s", value)
                            .isEmpty());
                    row.unfit.forEach(value -> assertThat(validate(schema, value))
                            .as("does not fit: %s", value)
                            .isNotEmpty());
                }));
    }

    @Test
    void aViolationSaysWhereWhatWasExpectedAndWhatWasFound() {
        JsonSchema schema = JsonSchema.compile(object("{'type':'object','required':['id'],'additionalProperties':false,"
                + "'properties':{'id':{'type':'string'},'items':{'items':{'enum':['a','b']}}}}"));
        assertThat(validate(schema, json("{'items':['a','c'],'x/y':1}")))
                .extracting(Violation::toString)
                .containsExactlyInAnyOrder(
                        "(root) required: expected a member \"id\", found none",
                        "/items/1 enum: expected one of \"a\", \"b\", found string \"c\"",
                        "/x~1y additionalProperties: expected no other members, found \"x/y\"");
    }

    @Test
    void alternativesSayHowManyFit() {
        assertThat(validate(
                        JsonSchema.compile(object("{'oneOf':[{},{'type':'null'},{'type':'string'}]}")), json("null")))
                .extracting(Violation::message)
                .containsExactly("expected a value that fits exactly one of 3 schemas, found null that fits [0, 1]");
    }

    @Test
    void theListOfViolationsEnds() {
        JsonSchema schema = JsonSchema.compile(object("{'items':{'type':'string'}}"));
        String many = "[" + "1,".repeat(999) + "1]";
        assertThat(validate(schema, json(many))).hasSize(100);
    }

    @Test
    void everythingThatNobodyCouldApplyIsListedWithItsPlace() {
        assertThat(problems("{'type':'text','properties':{'a':{'minLength':-1},'b':{'pattern':'('},'c':7},"
                        + "'required':['x','x'],'allOf':[],'enum':1,'multipleOf':0,'items':[{}],'uniqueItems':1,"
                        + "'$ref':'#/$defs/none','patternProperties':{'[':{}},'title':1,'dependentRequired':{'a':1}}"))
                .containsExactlyInAnyOrder(
                        "KEYWORD /type",
                        "KEYWORD /properties/a/minLength",
                        "PATTERN /properties/b/pattern",
                        "KEYWORD /properties/c",
                        "KEYWORD /required",
                        "KEYWORD /allOf",
                        "KEYWORD /enum",
                        "KEYWORD /multipleOf",
                        "KEYWORD /items",
                        "KEYWORD /uniqueItems",
                        "REFERENCE /$ref",
                        "PATTERN /patternProperties/[",
                        "KEYWORD /title",
                        "KEYWORD /dependentRequired");
    }

    @Test
    void whatWouldBeJudgedWronglyIsRefused() {
        for (String keyword : List.of("unevaluatedProperties", "unevaluatedItems", "$dynamicRef", "dependencies")) {
            assertThat(problems("{'" + keyword + "':false}")).containsExactly("KEYWORD /" + keyword);
        }
        assertThat(problems("{'properties':{'a':{'$id':'x'}}}")).containsExactly("KEYWORD /properties/a/$id");
        assertThat(problems("{'pattern':'a(?!b)'}")).containsExactly("PATTERN /pattern");
        assertThat(problems("{'pattern':'^(?!a)b|c'}")).containsExactly("PATTERN /pattern");
    }

    @Test
    void nothingIsEverFetched() {
        assertThat(problems("{'items':{'$ref':'https://example.com/a.json'}}"))
                .containsExactly("REFERENCE /items/$ref");
        assertThat(problems("{'$ref':'#name'}")).containsExactly("REFERENCE /$ref");
        assertThat(problems("{'$ref':'other.json'}")).containsExactly("REFERENCE /$ref");
    }

    @Test
    void otherDocumentsAreThoseThatWereHandedIn() {
        Map<String, JsonObject> others = new LinkedHashMap<>();
        others.put("https://example.com/b.json", object("{'$defs':{'n':{'type':'null'}},'$ref':'#/$defs/n'}"));
        JsonObject schema = object("{'$id':'https://example.com/a.json','items':{'$ref':'./b.json'},"
                + "'contains':{'$ref':'b.json#/$defs/n'}}");
        JsonSchema compiled = JsonSchema.compile(schema, others);
        assertThat(validate(compiled, json("[null]"))).isEmpty();
        assertThat(validate(compiled, json("[1]"))).hasSize(2);
    }

    @Test
    void aCircleThatNeverGoesIntoTheValueIsRefused() {
        assertThat(problems("{'$ref':'#'}")).containsExactly("REFERENCE (root)");
        assertThat(problems("{'$defs':{'a':{'allOf':[{'$ref':'#/$defs/b'}]},'b':{'not':{'$ref':'#/$defs/a'}}}}"))
                .hasSize(1);
        assertThat(problems("{'items':{'$ref':'#'}}")).isEmpty();
    }

    @Test
    void aSchemaThatIsTooDeepIsRefusedAndNotFollowed() {
        assertThat(problems("{'not':".repeat(60) + "{}" + "}".repeat(60))).isEmpty();
        JsonObject deep = JsonObject.EMPTY;
        for (int i = 0; i < 10_000; i++) {
            deep = JsonObject.builder().put("not", deep).build();
        }
        assertThat(JsonSchema.problems(deep)).hasSize(1);
    }

    @Test
    void aSpentBudgetEndsTheJudgementAndTheSameStepsEverywhere() {
        JsonSchema schema = JsonSchema.compile(object("{'items':{'anyOf':[{'pattern':'^(a|aa)+$'},{'type':'null'}]}}"));
        JsonValue value = json("['" + "a".repeat(50) + "b',null]");
        StepBudget enough = StepBudget.of(100_000);
        List<Violation> found = schema.validate(value, enough);
        long used = 100_000 - enough.left();
        assertThat(schema.validate(value, StepBudget.of(used))).isEqualTo(found);
        assertThatExceptionOfType(ExpressionException.class)
                .isThrownBy(() -> schema.validate(value, StepBudget.of(used - 1)))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ExpressionCode.BUDGET_EXHAUSTED));
    }

    @Test
    void schemasThatMultiplyCostAreStoppedByTheBudget() {
        StringBuilder defs = new StringBuilder("'d0':{'type':'string'}");
        for (int i = 1; i <= 40; i++) {
            defs.append(",'d%d':{'allOf':[{'$ref':'#/$defs/d%d'},{'$ref':'#/$defs/d%d'}]}".formatted(i, i - 1, i - 1));
        }
        JsonSchema schema = JsonSchema.compile(object("{'$ref':'#/$defs/d40','$defs':{" + defs + "}}"));
        assertThatExceptionOfType(ExpressionException.class)
                .isThrownBy(() -> schema.validate(json("'x'"), StepBudget.usual()));
    }

    @Test
    void aDeepValueIsJudgedOrEndsTheBudgetAndNeverTheStack() {
        JsonValue deep = json("[]");
        for (int i = 0; i < 100_000; i++) {
            deep = JsonArray.of(deep);
        }
        JsonValue value = deep;
        for (String way : List.of("{'items':{'allOf':[{'$ref':'#'}]}}", "{'contains':{'$ref':'#'}}")) {
            JsonSchema schema = JsonSchema.compile(object(way));
            assertThatExceptionOfType(ExpressionException.class)
                    .as(way)
                    .isThrownBy(() -> schema.validate(value, StepBudget.of(Long.MAX_VALUE / 2)));
        }
    }

    @Test
    void anInvalidSchemaCannotBeCompiledAndSaysWhy() {
        assertThatExceptionOfType(InvalidSchema.class)
                .isThrownBy(() -> JsonSchema.compile(object("{'type':'text','minItems':'x'}")))
                .withMessageContaining("/type: expected one of null, boolean")
                .satisfies(e -> assertThat(e.problems()).hasSize(2));
    }

    private static List<String> problems(String schema) {
        return JsonSchema.problems(object(schema)).stream()
                .map(problem -> problem.kind() + " " + (problem.pointer().isEmpty() ? "(root)" : problem.pointer()))
                .toList();
    }

    private static List<Violation> validate(JsonSchema schema, JsonValue value) {
        return schema.validate(value, StepBudget.usual());
    }

    private static List<JsonValue> values(String texts) {
        List<JsonValue> values = new ArrayList<>();
        for (String text : texts.isEmpty() ? new String[0] : texts.split(" ")) {
            values.add(json(text));
        }
        return values;
    }

    static JsonObject object(String text) {
        return json(text).asObject().orElseThrow();
    }

    static JsonValue json(String text) {
        return JsonReader.read(text.replace('\'', '"'), JsonLimits.DOCUMENT);
    }

    /// Most values fit, and most branches of a schema only ask whether they do: a text of a million
    /// characters would be copied each time.
    @Test
    void whatNobodyReadsIsNotPutIntoWords() {
        JsonSchema schema = JsonSchema.compile(JsonReader.read(
                        "{'type':'string','if':{'const':'x'},'then':{'const':'y'},'not':{'const':'z'}}"
                                .replace('\'', '"'),
                        JsonLimits.DOCUMENT)
                .asObject()
                .orElseThrow());
        JsonValue text = new JsonString("t".repeat(1_000_000));
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        schema.validate(text, StepBudget.usual());
        long before = threads.getCurrentThreadAllocatedBytes();
        List<Violation> found = schema.validate(text, StepBudget.usual());
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(found).isEmpty();
        assertThat(allocated).isLessThan(100_000);
    }
}
