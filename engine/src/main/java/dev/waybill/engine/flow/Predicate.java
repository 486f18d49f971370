package dev.waybill.engine.flow;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.expression.ExpressionException;
import dev.waybill.workflow.expression.LinearPattern;
import dev.waybill.workflow.expression.StepBudget;
import dev.waybill.workflow.expression.Values;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `{path, op, value}`: a question about a value. Nothing is converted: only numbers and texts have an order, each
/// among themselves, and everything else is neither less nor greater.
///
/// @param target null when the configuration gives none
record Predicate(String path, String op, @Nullable JsonValue target) {

    static Predicate of(JsonObject written) {
        return new Predicate(
                written.string("path").orElse(""), written.string("op").orElse(""), written.get("value"));
    }

    /// What is wrong with it; empty when nothing.
    static List<String> problems(JsonObject written) {
        Predicate predicate = of(written);
        if (!predicate.op.equals("regex")) {
            return List.of();
        }
        try {
            LinearPattern.compile(Paths.text(predicate.target));
            return List.of();
        } catch (ExpressionException e) {
            return List.of("predicate.value is no pattern that can be used: " + e.getMessage());
        }
    }

    boolean holds(JsonValue subject) {
        JsonValue value = Paths.at(subject, path);
        StepBudget budget = StepBudget.usual();
        return switch (op) {
            case "eq" -> equal(value, target, budget);
            case "neq" -> !equal(value, target, budget);
            case "lt" -> order(value) < 0;
            case "lte" -> order(value) <= 0;
            case "gt" -> order(value) > 0 && order(value) != NONE;
            case "gte" -> order(value) >= 0 && order(value) != NONE;
            case "in" ->
                target instanceof JsonArray all && all.items().stream().anyMatch(it -> equal(value, it, budget));
            case "contains" -> contains(value, budget);
            case "starts-with" -> value instanceof JsonString(var text) && text.startsWith(Paths.text(target));
            case "ends-with" -> value instanceof JsonString(var text) && text.endsWith(Paths.text(target));
            case "regex" ->
                value instanceof JsonString(var text)
                        && LinearPattern.compile(Paths.text(target)).foundIn(text, budget);
            case "exists" -> !Paths.isNothing(value);
            case "not-exists" -> Paths.isNothing(value);
            case "truthy" -> isTruthy(value);
            case "falsy" -> !isTruthy(value);
            default -> throw new BadFlow(BadFlow.CONFIG, "there is no operator \"" + op + "\"");
        };
    }

    private static boolean equal(@Nullable JsonValue left, @Nullable JsonValue right, StepBudget budget) {
        if (left == null || right == null) {
            return left == null && right == null;
        }
        return Values.equal(left, right, budget);
    }

    /// Of two values that have no order.
    private static final int NONE = Integer.MAX_VALUE;

    private int order(@Nullable JsonValue value) {
        if (value instanceof JsonNumber number && target instanceof JsonNumber other) {
            return Double.compare(number.doubleValue() + 0.0, other.doubleValue() + 0.0);
        }
        if (value instanceof JsonString(var text) && target instanceof JsonString(var other)) {
            return Integer.signum(text.compareTo(other));
        }
        return NONE;
    }

    private boolean contains(@Nullable JsonValue value, StepBudget budget) {
        return switch (value) {
            case JsonString(var text) -> text.contains(Paths.text(target));
            case JsonArray all -> all.items().stream().anyMatch(it -> equal(it, target, budget));
            case null, default -> false;
        };
    }

    private static boolean isTruthy(@Nullable JsonValue value) {
        return switch (value) {
            case null -> false;
            case JsonNull _ -> false;
            case JsonBool bool -> bool == JsonBool.TRUE;
            case JsonNumber number -> number.doubleValue() != 0;
            case JsonString(var text) -> !text.isEmpty();
            default -> true;
        };
    }
}
