package dev.waybill.workflow.expression;

/// A word of the language.
///
/// @param text as written; for a string, unescaped
record Token(Kind kind, String text, int position) {

    enum Kind {
        NAME,
        NUMBER,
        STRING,
        SYMBOL,
        END
    }

    boolean is(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    String describe() {
        return switch (kind) {
            case END -> "the end";
            case STRING -> "a string";
            case NAME, NUMBER, SYMBOL -> "\"" + text + "\"";
        };
    }
}
