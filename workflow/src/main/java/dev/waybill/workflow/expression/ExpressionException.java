package dev.waybill.workflow.expression;

/// An expression or pattern that cannot be read, or that has no value over the values it was given.
///
/// Refusals are ordinary answers here, so they carry no stack trace.
public final class ExpressionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ExpressionCode code;
    private final int position;

    ExpressionException(ExpressionCode code, int position, String message) {
        super(message, null, false, false);
        this.code = code;
        this.position = position;
    }

    static ExpressionException syntax(int position, String expected, String found) {
        return new ExpressionException(
                ExpressionCode.SYNTAX, position, "expected %s, found %s".formatted(expected, found));
    }

    static ExpressionException wrongKind(int position, String expected, String found) {
        return new ExpressionException(
                ExpressionCode.WRONG_KIND, position, "expected %s, found %s".formatted(expected, found));
    }

    public ExpressionCode code() {
        return code;
    }

    /// Where in the source text, in UTF-16 units from 0.
    public int position() {
        return position;
    }

    /// The message with its place, counted from 1 as editors do.
    public String describe() {
        return getMessage() + " (at character " + (position + 1) + ")";
    }
}
