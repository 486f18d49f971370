package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.DefinitionCode;
import dev.waybill.workflow.Findings;
import dev.waybill.workflow.Members;
import dev.waybill.workflow.Suggestion;
import dev.waybill.workflow.expression.ExpressionException;
import dev.waybill.workflow.expression.LookAheadPattern;
import dev.waybill.workflow.guided.GuidedCondition.Operator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads conditions. A member that nobody knows is an error here: `{"var": "x", "equal": 1}` would otherwise ask
/// whether x is true.
final class ConditionReader {

    private static final List<String> LOGIC = List.of("and", "or", "not");
    private static final List<String> OPERATORS =
            Arrays.stream(Operator.values()).map(Operator::wire).toList();
    private static final List<String> KNOWN =
            Stream.of(List.of("var"), OPERATORS, LOGIC).flatMap(List::stream).toList();

    private ConditionReader() {}

    /// The condition in a member; null when there is none.
    static @Nullable GuidedCondition optional(Members members, String name) {
        if (!members.has(name)) {
            return null;
        }
        if (members.object().get(name) instanceof JsonObject condition) {
            return read(members.below(name, condition));
        }
        return read(members.below(name, members.optionalObject(name)));
    }

    static GuidedCondition read(Members condition) {
        for (String name : condition.object().names()) {
            if (!KNOWN.contains(name)) {
                condition
                        .findings()
                        .error(
                                condition.pointer(name),
                                DefinitionCode.UNKNOWN_MEMBER,
                                "the operator \"%s\" is unknown".formatted(Members.shown(name)),
                                Suggestion.hint(name, KNOWN, "use one of " + String.join(", ", KNOWN)));
            }
        }
        if (condition.object().isEmpty()) {
            return new GuidedCondition.Always();
        }
        return condition.has("var") ? comparison(condition) : logic(condition);
    }

    private static GuidedCondition comparison(Members condition) {
        String variable = condition.text("var");
        List<Operator> written = Arrays.stream(Operator.values())
                .filter(it -> condition.has(it.wire()))
                .toList();
        if (written.isEmpty()) {
            return new GuidedCondition.Truthy(variable);
        }
        Operator operator = written.getFirst();
        if (written.size() > 1) {
            condition
                    .findings()
                    .warn(
                            condition.pointer(written.get(1).wire()),
                            DefinitionCode.WRONG_VALUE,
                            "only the first operator counts: \"%s\"".formatted(operator.wire()),
                            "join two conditions with \"and\"");
        }
        JsonValue operand = Objects.requireNonNull(condition.object().get(operator.wire()));
        checkOperand(condition, operator, operand);
        return new GuidedCondition.Compare(variable, operator, operand);
    }

    private static void checkOperand(Members condition, Operator operator, JsonValue operand) {
        String place = condition.pointer(operator.wire());
        switch (operator) {
            case EQUALS, NOT_EQUALS -> {}
            case GT, GTE, LT, LTE -> expect(condition, operand instanceof JsonNumber, place, "a number", operand);
            case CONTAINS, STARTS_WITH, ENDS_WITH ->
                expect(
                        condition,
                        !(operand instanceof JsonObject) && !(operand instanceof JsonArray),
                        place,
                        "a string",
                        operand);
            case MATCHES -> {
                expect(condition, operand instanceof JsonString, place, "a regular expression", operand);
                operand.asString().ifPresent(source -> pattern(source, "i", place, condition.findings()));
            }
            case IN -> expect(condition, operand instanceof JsonArray, place, "an array", operand);
        }
    }

    private static void expect(Members condition, boolean fits, String place, String what, JsonValue found) {
        if (!fits) {
            condition.wrongTypeAt(place, what, found);
        }
    }

    /// Says what is wrong with a pattern, if anything is.
    static void pattern(String source, String flags, String place, Findings findings) {
        try {
            LookAheadPattern.compile(source, flags);
        } catch (ExpressionException e) {
            findings.error(
                    place,
                    DefinitionCode.BAD_PATTERN,
                    e.describe(),
                    "see docs/guided-workflows.md for the language of patterns");
        }
    }

    private static GuidedCondition logic(Members condition) {
        if (condition.has("and")) {
            return new GuidedCondition.And(each(condition, "and"));
        }
        if (condition.has("or")) {
            return new GuidedCondition.Or(each(condition, "or"));
        }
        if (condition.has("not")) {
            return new GuidedCondition.Not(read(condition.below("not", condition.optionalObject("not"))));
        }
        condition
                .findings()
                .error(
                        condition.pointer(),
                        DefinitionCode.MISSING_MEMBER,
                        "expected \"var\", \"and\", \"or\" or \"not\"",
                        "name the variable that the operator applies to");
        return new GuidedCondition.Always();
    }

    private static List<GuidedCondition> each(Members condition, String name) {
        List<GuidedCondition> conditions = new ArrayList<>();
        condition.objects(name, condition.optionalArray(name), it -> conditions.add(read(it)));
        return conditions;
    }
}
