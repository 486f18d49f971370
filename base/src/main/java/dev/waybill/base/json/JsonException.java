package dev.waybill.base.json;

/// Bytes that are not the strict JSON that was asked for.
///
/// Refusals are ordinary answers here and can be frequent, so they carry no stack trace.
public final class JsonException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /// What kind of rule was broken; the names are stable.
    public enum Problem {
        /// Not JSON at all.
        SYNTAX,
        /// Two members of one object have the same name after unescaping.
        DUPLICATE_MEMBER,
        /// Bad UTF-8, a bad escape, a lone surrogate or a noncharacter.
        INVALID_STRING,
        /// A magnitude above 2^53 - 1, which readers of other languages would round.
        NUMBER_OUT_OF_RANGE,
        /// More depth, members, items or text than the reader's limits allow.
        LIMIT_EXCEEDED
    }

    private final Problem problem;
    private final int offset;

    JsonException(Problem problem, int offset, String message) {
        super(message + " (at byte " + offset + ")", null, false, false);
        this.problem = problem;
        this.offset = offset;
    }

    /// About a value that is not written yet.
    JsonException(Problem problem, String message) {
        super(message, null, false, false);
        this.problem = problem;
        this.offset = 0;
    }

    public Problem problem() {
        return problem;
    }

    /// The position in the input, in bytes from 0.
    public int offset() {
        return offset;
    }
}
