package dev.waybill.workflow.expression;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Computes the value of a term. What is absent is null, and so is anything below null: a path into data that
/// did not arrive is an answer, not an accident. Everything else that does not fit is an error with its place.
record Evaluator(JsonObject scope, StepBudget budget) {

    JsonValue value(Term term) {
        budget.spend(1, term.position());
        return switch (term) {
            case Term.Literal literal -> literal.value();
            case Term.Root root -> orNull(scope.get(root.name()));
            case Term.Member member -> member(member);
            case Term.ListOf list -> new JsonArray(values(list.items()));
            case Term.Not not -> JsonBool.of(!truth(not.operand()));
            case Term.Negate negate -> Numbers.of(-number(negate.operand()), negate.position());
            case Term.Binary binary -> binary(binary);
            case Term.Choice choice -> value(truth(choice.condition()) ? choice.then() : choice.otherwise());
            case Term.Call call -> call.function().apply(values(call.arguments()), budget, call.position());
        };
    }

    private JsonValue member(Term.Member term) {
        JsonValue of = value(term.of());
        JsonValue key = value(term.key());
        return switch (of) {
            case JsonNull _ -> JsonNull.NULL;
            case JsonObject object -> orNull(object.get(Values.text(key, "a member name", term.position())));
            case JsonArray array -> item(array, key, term.position());
            default ->
                throw ExpressionException.wrongKind(term.position(), "an object or array before this", of.kind());
        };
    }

    private static JsonValue item(JsonArray array, JsonValue key, int position) {
        if (!(key instanceof JsonNumber number)) {
            throw ExpressionException.wrongKind(position, "the number of an item", key.kind());
        }
        long index = number.asInteger()
                .orElseThrow(() -> ExpressionException.wrongKind(position, "a whole number", number.lexeme()));
        return index >= 0 && index < array.size() ? array.get((int) index) : JsonNull.NULL;
    }

    private JsonValue binary(Term.Binary term) {
        Term left = term.left();
        Term right = term.right();
        int position = term.position();
        return switch (term.operator()) {
            case OR -> JsonBool.of(truth(left) || truth(right));
            case AND -> JsonBool.of(truth(left) && truth(right));
            case EQUAL -> JsonBool.of(Values.equal(value(left), value(right), budget, position));
            case NOT_EQUAL -> JsonBool.of(!Values.equal(value(left), value(right), budget, position));
            case LESS -> JsonBool.of(order(term) < 0);
            case AT_MOST -> JsonBool.of(order(term) <= 0);
            case GREATER -> JsonBool.of(order(term) > 0);
            case AT_LEAST -> JsonBool.of(order(term) >= 0);
            case PLUS -> plus(term);
            case MINUS, TIMES, DIVIDED_BY, REMAINDER ->
                Numbers.of(Numbers.calculate(term.operator(), number(left), number(right), position), position);
        };
    }

    private int order(Term.Binary term) {
        return Values.compare(value(term.left()), value(term.right()), budget, term.position());
    }

    private JsonValue plus(Term.Binary term) {
        JsonValue left = value(term.left());
        JsonValue right = value(term.right());
        if (left instanceof JsonNumber one && right instanceof JsonNumber other) {
            return Numbers.of(one.doubleValue() + other.doubleValue(), term.position());
        }
        if (left instanceof JsonString(var one) && right instanceof JsonString(var other)) {
            budget.spend(one.length() + (long) other.length(), term.position());
            return new JsonString(one + other);
        }
        throw ExpressionException.wrongKind(
                term.position(), "two numbers or two strings around +", left.kind() + " and " + right.kind());
    }

    private List<JsonValue> values(List<Term> terms) {
        List<JsonValue> values = new ArrayList<>(terms.size());
        terms.forEach(term -> values.add(value(term)));
        return values;
    }

    private boolean truth(Term term) {
        JsonValue value = value(term);
        if (value instanceof JsonBool bool) {
            return bool.value();
        }
        throw ExpressionException.wrongKind(term.position(), "true or false", value.kind());
    }

    private double number(Term term) {
        JsonValue value = value(term);
        if (value instanceof JsonNumber number) {
            return number.doubleValue();
        }
        throw ExpressionException.wrongKind(term.position(), "a number", value.kind());
    }

    private static JsonValue orNull(@Nullable JsonValue value) {
        return Objects.requireNonNullElse(value, JsonNull.NULL);
    }
}
