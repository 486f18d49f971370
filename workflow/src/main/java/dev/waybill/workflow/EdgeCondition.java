package dev.waybill.workflow;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.expression.Expression;
import dev.waybill.workflow.expression.ExpressionException;
import dev.waybill.workflow.expression.LinearPattern;
import dev.waybill.workflow.expression.Reference;
import dev.waybill.workflow.expression.StepBudget;
import dev.waybill.workflow.expression.Values;
import java.util.List;

/// Whether an edge is taken once its source has ended.
public sealed interface EdgeCondition {

    /// Evaluates the condition over a scope whose members are [Expression#ROOTS].
    ///
    /// @throws ExpressionException when it has no answer
    boolean holds(JsonObject scope, StepBudget budget);

    /// What it reads.
    default List<Reference> references() {
        return switch (this) {
            case Always _ -> List.of();
            case When when -> when.expression().references();
            case Equals equals -> equals.left().references();
            case NotEquals differs -> differs.left().references();
            case Contains contains -> contains.left().references();
            case Matches matches -> matches.left().references();
        };
    }

    /// No condition.
    record Always() implements EdgeCondition {
        @Override
        public boolean holds(JsonObject scope, StepBudget budget) {
            return true;
        }
    }

    record When(Expression expression) implements EdgeCondition {
        @Override
        public boolean holds(JsonObject scope, StepBudget budget) {
            return expression.test(scope, budget);
        }
    }

    record Equals(Expression left, JsonValue right) implements EdgeCondition {
        @Override
        public boolean holds(JsonObject scope, StepBudget budget) {
            return Values.equal(left.evaluate(scope, budget), right, budget);
        }
    }

    record NotEquals(Expression left, JsonValue right) implements EdgeCondition {
        @Override
        public boolean holds(JsonObject scope, StepBudget budget) {
            return !Values.equal(left.evaluate(scope, budget), right, budget);
        }
    }

    /// A text contains a text, an array an item, an object a member name; null contains nothing.
    record Contains(Expression left, JsonValue right) implements EdgeCondition {
        @Override
        public boolean holds(JsonObject scope, StepBudget budget) {
            return Values.contains(left.evaluate(scope, budget), right, budget);
        }
    }

    /// The pattern occurs in a text; in anything else it does not occur.
    record Matches(Expression left, LinearPattern pattern) implements EdgeCondition {
        @Override
        public boolean holds(JsonObject scope, StepBudget budget) {
            return left.evaluate(scope, budget)
                    .asString()
                    .map(text -> pattern.foundIn(text, budget))
                    .orElse(false);
        }
    }
}
