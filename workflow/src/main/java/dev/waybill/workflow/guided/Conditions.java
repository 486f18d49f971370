package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.expression.ExpressionException;
import dev.waybill.workflow.expression.LookAheadPattern;
import dev.waybill.workflow.expression.StepBudget;
import dev.waybill.workflow.guided.GuidedCondition.Operator;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Evaluates conditions. Values become text and truth as in ECMAScript, because that is what authors have tried
/// their conditions on.
final class Conditions {

    private Conditions() {}

    /// @return false also for what cannot be evaluated, however deep inside and under whatever `not`
    static boolean holds(GuidedCondition condition, JsonObject context) {
        try {
            return evaluate(condition, context, StepBudget.usual());
        } catch (ExpressionException _) {
            return false;
        }
    }

    private static boolean evaluate(GuidedCondition condition, JsonObject context, StepBudget budget) {
        return switch (condition) {
            case GuidedCondition.Always _ -> true;
            case GuidedCondition.Truthy(var variable) -> LenientValues.truthy(context.get(variable));
            case GuidedCondition.Compare(var variable, var operator, var operand) ->
                compare(context.get(variable), operator, operand, budget);
            case GuidedCondition.And(var all) -> all.stream().allMatch(it -> evaluate(it, context, budget));
            case GuidedCondition.Or(var any) -> any.stream().anyMatch(it -> evaluate(it, context, budget));
            case GuidedCondition.Not(var inner) -> !evaluate(inner, context, budget);
        };
    }

    private static boolean compare(@Nullable JsonValue value, Operator operator, JsonValue operand, StepBudget budget) {
        return switch (operator) {
            case EQUALS -> LenientValues.equal(value, operand);
            case NOT_EQUALS -> !LenientValues.equal(value, operand);
            case GT, GTE, LT, LTE -> ordered(value, operator, operand);
            case CONTAINS -> lower(value).contains(lower(operand));
            case STARTS_WITH -> lower(value).startsWith(lower(operand));
            case ENDS_WITH -> lower(value).endsWith(lower(operand));
            case MATCHES -> matches(value, operand, budget);
            case IN ->
                operand instanceof JsonArray array
                        && array.items().stream().anyMatch(item -> LenientValues.equal(value, item));
        };
    }

    /// Only real numbers have an order; `"5"` has none.
    private static boolean ordered(@Nullable JsonValue value, Operator operator, JsonValue operand) {
        if (!(value instanceof JsonNumber left) || !(operand instanceof JsonNumber right)) {
            return false;
        }
        double a = left.doubleValue();
        double b = right.doubleValue();
        return switch (operator) {
            case GT -> a > b;
            case GTE -> a >= b;
            case LT -> a < b;
            default -> a <= b;
        };
    }

    private static String lower(@Nullable JsonValue value) {
        return LenientValues.text(value).toLowerCase(Locale.ROOT);
    }

    private static boolean matches(@Nullable JsonValue value, JsonValue operand, StepBudget budget) {
        return LookAheadPattern.compile(LenientValues.text(operand), "i").foundIn(LenientValues.text(value), budget);
    }
}
