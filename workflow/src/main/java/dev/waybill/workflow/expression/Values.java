package dev.waybill.workflow.expression;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;

/// Equality, order and containment of JSON values, without conversions: `"1"` is not `1`.
/// Two values are equal exactly when their canonical forms are.
public final class Values {

    /// No reader of ours lets deeper values in.
    private static final int DEEPEST = 1_000;

    private Values() {}

    /// Whether two values are equal.
    ///
    /// @throws ExpressionException when the budget is used up
    public static boolean equal(JsonValue left, JsonValue right, StepBudget budget) {
        return equal(left, right, budget, 0);
    }

    /// Whether a text contains a text, an array an item, an object a member name; null contains nothing.
    ///
    /// @throws ExpressionException when the container is of another kind, or the budget is used up
    public static boolean contains(JsonValue container, JsonValue item, StepBudget budget) {
        return contains(container, item, budget, 0);
    }

    static boolean equal(JsonValue left, JsonValue right, StepBudget budget, int position) {
        return equal(left, right, budget, position, 0);
    }

    private static boolean equal(JsonValue left, JsonValue right, StepBudget budget, int position, int depth) {
        budget.spend(1, position);
        if (depth > DEEPEST) {
            throw new ExpressionException(
                    ExpressionCode.TOO_LARGE, position, "expected at most %d nested values".formatted(DEEPEST));
        }
        return switch (left) {
            case JsonNumber number -> right instanceof JsonNumber other && number.doubleValue() == other.doubleValue();
            case JsonString(var text) -> {
                budget.spend(text.length() / 16, position);
                yield right instanceof JsonString(var other) && text.equals(other);
            }
            case JsonArray array ->
                right instanceof JsonArray other && equal(array, other, budget, position, depth + 1);
            case JsonObject object ->
                right instanceof JsonObject other && equal(object, other, budget, position, depth + 1);
            case JsonBool _, JsonNull _ -> left.equals(right);
        };
    }

    private static boolean equal(JsonArray left, JsonArray right, StepBudget budget, int position, int depth) {
        if (left.size() != right.size()) {
            return false;
        }
        for (int i = 0; i < left.size(); i++) {
            if (!equal(left.get(i), right.get(i), budget, position, depth)) {
                return false;
            }
        }
        return true;
    }

    private static boolean equal(JsonObject left, JsonObject right, StepBudget budget, int position, int depth) {
        if (left.size() != right.size()) {
            return false;
        }
        for (var member : left.members().entrySet()) {
            JsonValue other = right.get(member.getKey());
            if (other == null || !equal(member.getValue(), other, budget, position, depth)) {
                return false;
            }
        }
        return true;
    }

    static int compare(JsonValue left, JsonValue right, StepBudget budget, int position) {
        if (left instanceof JsonNumber number && right instanceof JsonNumber other) {
            // Adding 0 makes -0 equal to 0, as it is in the canonical form.
            return Double.compare(number.doubleValue() + 0.0, other.doubleValue() + 0.0);
        }
        if (left instanceof JsonString(var text) && right instanceof JsonString(var other)) {
            budget.spend(text.length() / 16, position);
            return text.compareTo(other);
        }
        throw ExpressionException.wrongKind(
                position, "two numbers or two strings to order", left.kind() + " and " + right.kind());
    }

    static boolean contains(JsonValue container, JsonValue item, StepBudget budget, int position) {
        return switch (container) {
            case JsonArray array -> {
                boolean found = false;
                for (JsonValue candidate : array) {
                    found |= equal(candidate, item, budget, position);
                }
                yield found;
            }
            case JsonNull _ -> false;
            case JsonObject object -> object.has(text(item, "a member name", position));
            case JsonString(var text) ->
                containsText(text, text(item, "a string to look for", position), budget, position);
            default ->
                throw ExpressionException.wrongKind(position, "a string, array or object to look in", container.kind());
        };
    }

    /// Knuth, Morris and Pratt: a text cannot be chosen so that the search takes longer than the two lengths.
    private static boolean containsText(String text, String part, StepBudget budget, int position) {
        budget.spend((text.length() + (long) part.length()) / 4, position);
        int[] border = borders(part);
        int matched = 0;
        for (int i = 0; i < text.length() && matched < part.length(); i++) {
            while (matched > 0 && text.charAt(i) != part.charAt(matched)) {
                matched = border[matched - 1];
            }
            matched += text.charAt(i) == part.charAt(matched) ? 1 : 0;
        }
        return matched == part.length();
    }

    private static int[] borders(String part) {
        int[] border = new int[part.length()];
        for (int i = 1; i < part.length(); i++) {
            int length = border[i - 1];
            while (length > 0 && part.charAt(i) != part.charAt(length)) {
                length = border[length - 1];
            }
            border[i] = part.charAt(i) == part.charAt(length) ? length + 1 : 0;
        }
        return border;
    }

    static String text(JsonValue value, String expected, int position) {
        return value.asString().orElseThrow(() -> ExpressionException.wrongKind(position, expected, value.kind()));
    }
}
