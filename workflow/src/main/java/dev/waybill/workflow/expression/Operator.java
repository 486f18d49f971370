package dev.waybill.workflow.expression;

import org.jspecify.annotations.Nullable;

/// The operators between two terms; a higher rank binds tighter.
enum Operator {
    OR("||", 1),
    AND("&&", 2),
    EQUAL("==", 3),
    NOT_EQUAL("!=", 3),
    LESS("<", 4),
    AT_MOST("<=", 4),
    GREATER(">", 4),
    AT_LEAST(">=", 4),
    PLUS("+", 5),
    MINUS("-", 5),
    TIMES("*", 6),
    DIVIDED_BY("/", 6),
    REMAINDER("%", 6);

    static final int LOOSEST = 1;

    private final String symbol;
    private final int rank;

    Operator(String symbol, int rank) {
        this.symbol = symbol;
        this.rank = rank;
    }

    String symbol() {
        return symbol;
    }

    int rank() {
        return rank;
    }

    static @Nullable Operator of(Token token) {
        if (token.kind() != Token.Kind.SYMBOL) {
            return null;
        }
        for (Operator operator : values()) {
            if (operator.symbol.equals(token.text())) {
                return operator;
            }
        }
        return null;
    }
}
