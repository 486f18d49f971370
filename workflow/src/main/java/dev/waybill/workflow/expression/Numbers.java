package dev.waybill.workflow.expression;

import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonNumber;

/// Numbers as every JSON reader agrees on them: IEEE 754 doubles within ±(2^53 - 1), printed as RFC 8785 prints them.
final class Numbers {

    private Numbers() {}

    static JsonNumber literal(JsonNumber number, Token token) {
        inRange(number.doubleValue(), token.position());
        return number;
    }

    static JsonNumber of(double value, int position) {
        inRange(value, position);
        return new JsonNumber(Jcs.canonical(new JsonNumber(Double.toString(value))));
    }

    static double calculate(Operator operator, double left, double right, int position) {
        return switch (operator) {
            case PLUS -> left + right;
            case MINUS -> left - right;
            case TIMES -> left * right;
            case DIVIDED_BY -> left / notZero(right, position);
            case REMAINDER -> left % notZero(right, position);
            default -> throw new IllegalStateException(operator.symbol() + " does not calculate");
        };
    }

    private static double notZero(double divisor, int position) {
        if (divisor == 0) {
            throw new ExpressionException(
                    ExpressionCode.NUMBER_OUT_OF_RANGE, position, "expected a divisor other than 0, found 0");
        }
        return divisor;
    }

    private static void inRange(double value, int position) {
        if (!(Math.abs(value) <= JsonNumber.MAX_SAFE_INTEGER)) {
            throw new ExpressionException(
                    ExpressionCode.NUMBER_OUT_OF_RANGE,
                    position,
                    "expected a number within ±9007199254740991, found " + value);
        }
    }
}
